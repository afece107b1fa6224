// The broker accounts of a person.
import { useApi } from "../../../api/ApiContext";
import { unwrap } from "../../../api/client";
import { type Asking, useAsked } from "../../../api/useAsked";
import { UNKNOWN } from "../../../i18n/format";
import type { BrokerAccount } from "../trading";

export function useAccounts(): Asking<BrokerAccount[]> {
  const { client } = useApi();
  return useAsked(
    "broker-accounts",
    async (signal) => (await unwrap(client.GET("/api/v1/broker-accounts", { signal }))).accounts,
  );
}

/** What the person calls it; a dash while nobody knows. */
export function useAccountName(id: string): string {
  const { asked } = useAccounts();
  const found = asked.status === "there" && asked.value.find((each) => each.id === id);
  return found ? found.label : UNKNOWN;
}
