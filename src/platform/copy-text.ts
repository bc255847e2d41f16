import { notify, toast } from './toast-store.ts';

export interface CopyWords {
  readonly copied: string;
  readonly failed: string;
  /** What is said under the success, read once it is one. */
  readonly detail?: (() => Promise<string | undefined>) | undefined;
}

export async function copyText(
  text: string,
  { copied, failed, detail }: CopyWords,
  { clipboard }: Partial<Pick<Navigator, 'clipboard'>> = navigator,
): Promise<void> {
  try {
    if (!clipboard) throw new Error('no clipboard outside a secure context');
    await clipboard.writeText(text);
  } catch {
    toast(failed, { kind: 'error' });
    return;
  }
  await notifySuccess(copied, detail);
}

/** With more to read it stays longer. */
export async function notifySuccess(message: string, detail: CopyWords['detail']): Promise<void> {
  const more = await detail?.();
  if (more === undefined) toast(message, { kind: 'success' });
  else notify(message, { kind: 'success', detail: more });
}
