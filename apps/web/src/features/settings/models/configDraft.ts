// A model configuration while it is being written: as text in fields, checked, and as what the server takes.
import type { components } from "../../../contracts/api";
import type { words } from "../words";

type Schemas = components["schemas"];
export type Config = Schemas["ConfigOut"];
export type Provider = Schemas["ProviderKind"];

export const PROVIDERS = ["auto", "responses", "chat_completions", "anthropic"] as const;

export interface Draft {
  alias: string;
  model: string;
  provider: Provider;
  base_url: string;
  /** Never filled from the server. */
  api_key: string;
  isKeyRemoved: boolean;
  price_input: string;
  price_output: string;
  priority: string;
  max_output: string;
  enabled: boolean;
}

type Complaints = Partial<Record<keyof Draft, keyof (typeof words)["zh"]>>;

export function draftOf(config: Config | null): Draft {
  return {
    alias: config?.alias ?? "",
    model: config?.model ?? "",
    provider: config?.provider ?? "auto",
    base_url: config?.base_url ?? "",
    api_key: "",
    isKeyRemoved: false,
    price_input: config?.price?.input_per_million ?? "",
    price_output: config?.price?.output_per_million ?? "",
    priority: String(config?.priority ?? 10),
    max_output: String(config?.max_output_tokens ?? 4096),
    enabled: config?.enabled ?? true,
  };
}

const ALIAS = /^[A-Za-z0-9][A-Za-z0-9._-]{0,59}$/;
const AMOUNT = /^\d+(\.\d{1,6})?$/;

export function complaintsOf(draft: Draft): Complaints {
  const found: Complaints = {};
  if (draft.alias.trim() === "") found.alias = "missing";
  else if (!ALIAS.test(draft.alias.trim())) found.alias = "alias_bad";
  if (draft.model.trim() === "") found.model = "missing";
  const prices = [draft.price_input.trim(), draft.price_output.trim()] as const;
  for (const [at, name] of (["price_input", "price_output"] as const).entries()) {
    if (prices[at] !== "" && !AMOUNT.test(prices[at]!)) found[name] = "price_bad";
    else if (prices[at] === "" && prices[1 - at] !== "") found[name] = "price_both";
  }
  if (!/^-?\d+$/.test(draft.priority.trim())) found.priority = "number_bad";
  if (!/^\d+$/.test(draft.max_output.trim())) found.max_output = "number_bad";
  return found;
}

/** A key that was not typed is left out, so that the stored one stays; null takes it away. */
export function changeOf(draft: Draft): Schemas["ConfigChange"] & { model: string } {
  const input = draft.price_input.trim();
  return {
    model: draft.model.trim(),
    provider: draft.provider,
    base_url: draft.base_url.trim() || null,
    ...(draft.api_key !== "" && { api_key: draft.api_key }),
    ...(draft.isKeyRemoved && draft.api_key === "" && { api_key: null }),
    price: input
      ? { input_per_million: input, output_per_million: draft.price_output.trim() }
      : null,
    priority: Number(draft.priority),
    max_output_tokens: Number(draft.max_output),
    enabled: draft.enabled,
  };
}
