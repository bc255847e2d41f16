import { toast } from './toast-store.ts';

/** What is said of a text that was copied or was not. */
export interface CopyWords {
  readonly copied: string;
  readonly failed: string;
}

/** Copies a text and says whether that went well. Call it from a tap. */
export async function copyText(
  text: string,
  { copied, failed }: CopyWords,
  { clipboard }: Partial<Pick<Navigator, 'clipboard'>> = navigator,
): Promise<void> {
  try {
    if (!clipboard) throw new Error('no clipboard outside a secure context');
    await clipboard.writeText(text);
    toast(copied, { kind: 'success' });
  } catch {
    toast(failed, { kind: 'error' });
  }
}
