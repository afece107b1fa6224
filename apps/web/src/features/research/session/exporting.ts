// Takes a session's report as a file, in the language in which it was written.
import type { Api } from "../../../api/client";
import { saveFile } from "../../../api/saveFile";

export const FORMATS = ["html", "md", "pdf"] as const;
export type Format = (typeof FORMATS)[number];

export function saveReport(api: Api, sessionId: string, format: Format): Promise<void> {
  const session = `/api/v1/coordinator/research/sessions/${encodeURIComponent(sessionId)}`;
  return saveFile(api, `${session}/report?format=${format}`);
}
