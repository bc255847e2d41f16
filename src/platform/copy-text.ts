import { toast } from './toast-store.ts';

/**
 * Copies a text and says what happened. Call it from a tap.
 * @param what 'Receipt'
 */
export async function copyText(
  text: string,
  what: string,
  { clipboard }: Partial<Pick<Navigator, 'clipboard'>> = navigator,
): Promise<void> {
  try {
    if (!clipboard) throw new Error('no clipboard outside a secure context');
    await clipboard.writeText(text);
    toast(`${what} copied`, { kind: 'success' });
  } catch {
    toast(`Could not copy the ${what.toLowerCase()}`, { kind: 'error' });
  }
}
