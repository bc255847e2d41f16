import { copyText } from '../../../platform/copy-text.ts';
import { toast } from '../../../platform/toast-store.ts';
import { isCancelled, type SharingBrowser } from '../../../shared/vouchers/share-voucher.tsx';
import { statusLabel } from './transaction-row.tsx';
import { receiptFacts, signedAmount, type KnownTransaction } from './receipt-facts.ts';

export const receiptText = (known: KnownTransaction): string =>
  [
    'Goodies receipt',
    `${known.description}: ${signedAmount(known)}`,
    `Status: ${statusLabel(known.status)}`,
    ...receiptFacts(known).map(({ label, value }) => `${label}: ${value}`),
  ].join('\n');

export async function shareReceipt(known: KnownTransaction): Promise<void> {
  const text = receiptText(known);
  const browser: SharingBrowser = navigator;
  const failed = 'Could not share the receipt';
  if (!browser.share) return copyText(text, { copied: 'Receipt copied', failed });
  try {
    await browser.share({ title: 'Goodies receipt', text });
  } catch (error) {
    if (!isCancelled(error)) toast(failed, { kind: 'error' });
  }
}
