// Fetches a file with the person's token and hands it to the browser to save.
import type { Api } from "../../api/client";
import { toApiError } from "../../api/error";

export async function download(api: Api, path: string): Promise<void> {
  const response = await api.fetch(new Request(new URL(path, window.location.origin)));
  if (!response.ok) throw toApiError(response, await response.json().catch(() => null));
  const disposition = response.headers.get("content-disposition") ?? "";
  const address = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = address;
  link.download = /filename="([^"]+)"/.exec(disposition)?.[1] ?? "stress-report";
  link.click();
  // After the browser has taken it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
