// Sends the wish for a deployment, once: a repeat of the same wish is the same deployment and the same account.
import { useRef } from "react";
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import type { components } from "../../../contracts/api";
import { type Action, useAction } from "../../../ui/useAction";
import { randomKey } from "../../../api/randomKey";

type DeploymentBody = components["schemas"]["DeploymentBody"];
type Wish = Omit<DeploymentBody, "account_id" | "idempotency_key"> & {
  /** Null opens a paper account of this name. */
  account_id: string | null;
  label: string;
};

export function useMake(onMade: (id: string) => void): Action<[Wish]> {
  const { client } = useApi();
  const opened = useRef<string | null>(null);
  const sent = useRef({ text: "", key: "" });

  const open = async (label: string): Promise<string> => {
    opened.current ??= (
      await unwrap(client.POST("/api/v1/broker-accounts/paper", { body: { label } }))
    ).id;
    return opened.current;
  };

  return useAction(async ({ label, account_id, ...rest }: Wish) => {
    const body = { ...rest, account_id: account_id ?? (await open(label)) };
    const text = JSON.stringify(body);
    if (sent.current.text !== text) sent.current = { text, key: randomKey() };
    const made = await unwrap(
      client.POST("/api/v1/deployments", { body: { ...body, idempotency_key: sent.current.key } }),
    );
    onMade(made.id);
  });
}
