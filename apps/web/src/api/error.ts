// What can go wrong when the page asks the server: the server answers with an error, or not at all.

export class ApiError extends Error {
  override readonly name = "ApiError";

  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly details: unknown = null,
    readonly requestId: string | null = null,
    /** Seconds, when the server asked the caller to wait. */
    readonly retryAfter: number | null = null,
  ) {
    super(message);
  }
}

export class Unreachable extends Error {
  override readonly name = "Unreachable";
}

/** Reads the server's one error shape; a proxy's own page in between becomes an empty message. */
export function toApiError(response: Response, body: unknown): ApiError {
  const { code, message, details } = errorPart(body);
  return new ApiError(
    response.status,
    typeof code === "string" ? code : "unknown",
    typeof message === "string" ? message : "",
    details ?? null,
    response.headers.get("x-request-id"),
    waitSeconds(response.headers.get("retry-after")),
  );
}

function errorPart(body: unknown): { code?: unknown; message?: unknown; details?: unknown } {
  if (typeof body !== "object" || body === null || !("error" in body)) return {};
  return typeof body.error === "object" && body.error !== null ? body.error : {};
}

function waitSeconds(header: string | null): number | null {
  const seconds = Number.parseInt(header ?? "", 10);
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null;
}

/** True when signing in again is the only way on. */
export function isUnauthenticated(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401;
}
