/** `Date.parse` reads 2026-02-30 as 2 March, so the text is compared with the result. */
export function isDate(text: string): boolean {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}
