// Saves a file of the server on the person's machine; it is fetched, so that the token goes along.
import type { Api } from "./client";
import { toApiError } from "./error";

/** Under the name that the server gave it. */
export async function saveFile(api: Api, path: string): Promise<void> {
  const response = await api.fetch(new Request(new URL(path, window.location.origin)));
  if (!response.ok) throw toApiError(response, await response.json().catch(() => null));
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = nameOf(response.headers.get("content-disposition"));
  link.click();
  // Not at once: some browsers begin to read it only after the click has been dealt with.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

function nameOf(disposition: string | null): string {
  return /filename="([^"]+)"/.exec(disposition ?? "")?.[1] ?? "parley-report";
}
