// The newest counterfactual audit of an instrument, and a way to start another.
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { type Asking, useAsked } from "../../../api/useAsked";
import type { components } from "../../../contracts/api";
import { useLanguage } from "../../../i18n/LanguageContext";
import { type Action, useAction } from "../../../ui/useAction";

export type Audit = components["schemas"]["CounterfactualAuditOut"];
export type AuditReport = components["schemas"]["AuditReportOut"];

interface AuditOfSymbol {
  /** Null where there is none yet. */
  asking: Asking<Audit | null>;
  start: Action;
}

export function useAudit(symbol: string, asOf: string | null): AuditOfSymbol {
  const api = useApi();
  const { language } = useLanguage();
  const asking = useAsked(`audits ${symbol}`, async (signal) => {
    const params = { query: { symbol, limit: 1 } };
    const page = await unwrap(api.client.GET("/api/v1/audits", { params, signal }));
    return page.audits[0] ?? null;
  });
  const start = useAction(async () => {
    const body = { symbol, as_of: asOf, language };
    await unwrap(api.client.POST("/api/v1/audits", { body }));
    asking.again();
  });
  return { asking, start };
}
