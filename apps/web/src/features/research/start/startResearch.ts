// Starts a session and comes back as soon as it has a name: the run goes on at the server.
import type { Api } from "../../../api/client";
import { eventsOf } from "../../../api/eventStream";
import type { components } from "../../../contracts/api";
import type { Language } from "../../../i18n/language";
import { record, text } from "../report/json";

type ResearchOrder = components["schemas"]["ResearchIn"];

export async function startResearch(
  api: Api,
  order: ResearchOrder,
  language: Language,
): Promise<string> {
  const url = new URL("/api/v1/coordinator/research", window.location.origin);
  url.searchParams.set("stream", "true");
  url.searchParams.set("language", language);
  const request = new Request(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(order),
  });
  for await (const event of eventsOf(await api.fetch(request))) {
    const id = text(record(event.data).session_id);
    if (id) return id;
  }
  throw new Error("the server named no session");
}
