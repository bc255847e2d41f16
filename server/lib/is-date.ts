/** Whether the calendar has a date, `YYYY-MM-DD`: it has no 2026-02-30, which would be read as 2 March. */
export function isDate(text: string): boolean {
  const ms = Date.parse(text);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(text);
}
