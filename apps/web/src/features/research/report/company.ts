// The company's name in the experts' prompts.
import type { Language } from "../../../i18n/language";
import type { ResearchResult } from "../experts";
import { record, text } from "./json";

export function companyOf(result: ResearchResult | null, language: Language): string | null {
  const outcomes = Object.values(result?.expert_results ?? {});
  const names = outcomes.map((outcome) =>
    outcome.status === "success" ? text(record(outcome.data.company)[language]) : "",
  );
  return names.find((name) => name !== "") ?? null;
}
