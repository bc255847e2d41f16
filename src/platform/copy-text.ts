import { toast } from './toast-store.ts';

export interface CopyWords {
  readonly copied: string;
  readonly failed: string;
}

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
