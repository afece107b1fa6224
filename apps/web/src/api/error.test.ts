import { describe, expect, it } from "vitest";
import { toApiError } from "./error";

function answer(status: number, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers });
}

describe("an error answer", () => {
  it("keeps the server's code, message, details and request id", () => {
    const error = toApiError(answer(503, { "x-request-id": "r-1" }), {
      error: { code: "unavailable", message: "The store is busy.", details: { store: "main" } },
    });
    expect(error).toMatchObject({
      status: 503,
      code: "unavailable",
      message: "The store is busy.",
      details: { store: "main" },
      requestId: "r-1",
      retryAfter: null,
    });
  });

  it("says how long to wait when the server asks for patience", () => {
    expect(toApiError(answer(429, { "retry-after": "12" }), {}).retryAfter).toBe(12);
  });

  it.each([["<html>Bad gateway</html>"], [null], [{ error: "text" }], [{ detail: "other" }]])(
    "carries no message when the body is not the server's shape: %j",
    (body) => {
      expect(toApiError(answer(502), body)).toMatchObject({ code: "unknown", message: "" });
    },
  );
});
