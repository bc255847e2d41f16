import { toast } from '../../platform/toast-store.ts';
import { isCancelled, type SharingBrowser } from '../../domain/vouchers/share/share-link.ts';
import { statusLabel } from '../../domain/transactions/transaction-row.tsx';
import { receiptFacts, signedAmount, type KnownTransaction } from './receipt-facts.ts';

/** The receipt in words: its address opens for its owner only. */
export const receiptText = (known: KnownTransaction): string =>
  [
    'Goodies receipt',
    `${known.description}: ${signedAmount(known)}`,
    `Status: ${statusLabel(known.status)}`,
    ...receiptFacts(known).map(({ label, value }) => `${label}: ${value}`),
  ].join('\n');

/** Offers the receipt by the device's share sheet, else copies it, and says what happened. Call it from a tap. */
export async function shareReceipt(
  known: KnownTransaction,
  browser: SharingBrowser = navigator,
): Promise<void> {
  const text = receiptText(known);
  try {
    if (browser.share) {
      await browser.share({ title: 'Goodies receipt', text });
      return;
    }
    if (!browser.clipboard) throw new Error('no clipboard outside a secure context');
    await browser.clipboard.writeText(text);
    toast('Receipt copied', { kind: 'success' });
  } catch (error) {
    if (!isCancelled(error)) toast('Could not share the receipt', { kind: 'error' });
  }
}
