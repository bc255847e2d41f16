/** For what ends with the tab, but outlives a sign-in at Google. */
export const tab = (): Storage => sessionStorage;

/** What is stored under a key; undefined too where the browser stores nothing. */
export function readKey(key: string, area = (): Storage => localStorage): string | undefined {
  try {
    return area().getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value, or removes it where that is undefined; without storage nothing happens. */
export function writeKey(
  key: string,
  value: string | undefined,
  area = (): Storage => localStorage,
): void {
  try {
    if (value === undefined) area().removeItem(key);
    else area().setItem(key, value);
  } catch {
    // Each caller works without it.
  }
}
