// A key that names one attempt at something, so that asking twice does it once.

/** `randomUUID` is missing where the page is not served over https. */
export function randomKey(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, "0"))
    .join("");
}
