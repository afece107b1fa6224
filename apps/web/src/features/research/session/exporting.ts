// Takes a session's report as a file.
import type { Api } from "../../../api/client";
import { toApiError } from "../../../api/error";
import type { Language } from "../../../i18n/language";

export const FORMATS = ["html", "md", "pdf"] as const;
export type Format = (typeof FORMATS)[number];

export async function saveReport(
  api: Api,
  sessionId: string,
  format: Format,
  language: Language,
): Promise<void> {
  const url = new URL(
    `/api/v1/coordinator/research/sessions/${encodeURIComponent(sessionId)}/report`,
    window.location.origin,
  );
  url.searchParams.set("format", format);
  url.searchParams.set("language", language);
  const response = await api.fetch(new Request(url));
  if (!response.ok) throw toApiError(response, await response.json().catch(() => null));
  save(await response.blob(), nameIn(response.headers) ?? `parley-${sessionId}.${format}`);
}

function nameIn(headers: Headers): string | undefined {
  return /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1];
}

function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // Not at once: the browser has still to read it.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
