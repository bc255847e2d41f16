/** The address that a text is; undefined for any other text. As `URL.parse`, which the oldest browsers do not have. */
export function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
