// The newest closes of a few instruments; asked for again while there are none, for the demo data may be on their way.
import { useApi } from "../../api/ApiContext";
import { unwrap } from "../../api/client";
import { type Asking, useAsked } from "../../api/useAsked";
import type { components } from "../../contracts/api";

type Glance = components["schemas"]["GlanceList"];
export type Seen = Glance["instruments"][number];

const SHOWN = 6;
const SOON_MS = 2_000;
const LATER_MS = 60_000;

export function useGlance(): Asking<Glance> {
  const { client } = useApi();
  return useAsked(
    "glance",
    (signal) =>
      unwrap(client.GET("/api/v1/data/glance", { params: { query: { limit: SHOWN } }, signal })),
    { every: ({ instruments }) => (instruments.length === 0 ? SOON_MS : LATER_MS) },
  );
}
