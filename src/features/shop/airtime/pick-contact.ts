/** The browser's own choice of contacts; only some browsers on phones have it. */
interface ContactsManager {
  select(properties: readonly ['tel']): Promise<readonly { readonly tel?: readonly string[] }[]>;
}

const contacts = (): ContactsManager | undefined =>
  typeof navigator === 'undefined'
    ? undefined
    : (navigator as Navigator & { readonly contacts?: ContactsManager }).contacts;

/** Whether a number can be taken from the phone's contacts. */
export const canPickContact = (): boolean => contacts() !== undefined;

/** The number of one contact; undefined when none was chosen. */
export async function pickContact(): Promise<string | undefined> {
  try {
    const chosen = await contacts()?.select(['tel']);
    return chosen?.[0]?.tel?.[0];
  } catch {
    // Dismissed, or not allowed here: the number is typed.
    return undefined;
  }
}
