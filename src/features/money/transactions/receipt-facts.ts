import { errorMessage } from '../../../../contract/errors.ts';
import type { Transaction } from '../../../../contract/wallet.ts';
import type { TransactionReceiptRow, TransactionRow } from '../../../../local/rows.ts';
import { rateText } from '../../../shared/rates/rate-text.ts';
import { isHeldNow, untilText } from '../../../shared/wallet/held.tsx';
import { refundByOf } from '../../../shared/wallet/refund-by.ts';
import { formatExact } from '../../../ui/text/format-money.ts';
import { formatLongDateTime } from '../../../ui/text/format-time.ts';
import { statusLabel } from './transaction-row.tsx';

export interface ReceiptFact {
  readonly label: string;
  readonly value: string;
  readonly kind?: 'amount' | 'id';
}

export type KnownTransaction = TransactionRow & Partial<TransactionReceiptRow>;

const METHODS: Readonly<Record<string, string>> = {
  bank: 'Bank',
  mobile_money: 'Mobile money',
  mpesa: 'M-PESA',
  paystack: 'Paystack',
  flutterwave: 'Flutterwave',
  wallet: 'Wallet',
  sandbox: 'Sandbox',
};

const partyText = ({ name, detail }: NonNullable<KnownTransaction['from']>): string =>
  detail === null ? name : `${name}, ${detail}`;

/** '+₦25,000' */
export const signedAmount = ({ type, amount, currency }: Transaction): string =>
  `${type === 'credit' ? '+' : '−'}${formatExact(amount, currency)}`;

function exchangeFacts({ entries = [] }: KnownTransaction): ReceiptFact[] {
  const gave = entries.find(({ amount }) => amount < 0);
  const got = entries.find(({ amount }) => amount > 0);
  if (!gave || !got || gave.currency === got.currency) return [];
  const amountOf = ({ amount, currency }: typeof gave): string =>
    formatExact(Math.abs(amount), currency);
  return [
    { label: 'Gave', value: amountOf(gave), kind: 'amount' },
    { label: 'Got', value: amountOf(got), kind: 'amount' },
    // From what moved, which was rounded down to a minor unit.
    {
      label: 'Rate',
      value: rateText(got.amount / -gave.amount, gave.currency, got.currency),
      kind: 'amount',
    },
  ];
}

const heldFact = (
  kind: KnownTransaction['transaction_type'],
  hold: NonNullable<KnownTransaction['hold']>,
): ReceiptFact =>
  kind === 'wallet_topup'
    ? { label: 'Can be withdrawn from', value: untilText(hold) }
    : { label: 'Held until', value: `${untilText(hold)}, because ${hold.because}` };

export function receiptFacts(known: KnownTransaction): ReceiptFact[] {
  const at = new Date(known.created_at);
  const { from, to, lines = [], token, currency, payment_method: method, hold } = known;
  return [
    { label: 'Date', value: formatLongDateTime(at) },
    ...(from ? [{ label: 'From', value: partyText(from) }] : []),
    ...(to ? [{ label: 'To', value: partyText(to) }] : []),
    ...(method === null ? [] : [{ label: 'Method', value: METHODS[method] ?? method }]),
    ...exchangeFacts(known),
    // One line would only repeat the amount.
    ...(lines.length > 1
      ? lines.map(({ label, amount }) => ({
          label,
          value: formatExact(amount, currency),
          kind: 'amount' as const,
        }))
      : []),
    ...(hold && isHeldNow(hold) ? [heldFact(known.transaction_type, hold)] : []),
    ...(token ? [{ label: 'Token', value: token.replaceAll(/(\d{4})(?=\d)/g, '$1 ') }] : []),
    { label: 'Reference', value: known.reference, kind: 'id' },
  ];
}

interface Notes {
  readonly pending: string;
  readonly processing: string;
  readonly failed: string;
}

const PAYMENT_NOTES: Notes = {
  pending: 'This payment is not confirmed yet. No money of your wallet has moved.',
  processing: 'This payment is being worked on.',
  failed: 'This payment failed. No money of your wallet has moved.',
};

const PURCHASE_NOTES: Notes = {
  pending: 'It is not known yet whether this was delivered. The money is held until it is.',
  processing: 'The provider is working on it. The money has left your wallet.',
  failed: errorMessage('purchase_failed'),
};

const NOTES: Readonly<Partial<Record<Transaction['transaction_type'], Notes>>> = {
  airtime: PURCHASE_NOTES,
  bill: PURCHASE_NOTES,
  withdrawal: {
    pending: 'It is not known yet whether this was paid out. The money is held until it is.',
    processing: 'The bank or network is working on it. The money has left your wallet.',
    failed: errorMessage('withdrawal_failed'),
  },
};

/** Why it is not completed, and when that ends. */
export function statusNote(
  line: Pick<Transaction, 'transaction_type' | 'status' | 'created_at'>,
): string | undefined {
  const { transaction_type: kind, status } = line;
  if (status === 'completed') return undefined;
  const refundBy = refundByOf(line);
  const note = (NOTES[kind] ?? PAYMENT_NOTES)[status];
  return refundBy === undefined ? note : `${note} ${refundBy}.`;
}

export const receiptText = (known: KnownTransaction): string =>
  [
    'Goodies receipt',
    `${known.description}: ${signedAmount(known)}`,
    `Status: ${statusLabel(known.status)}`,
    ...receiptFacts(known).map(({ label, value }) => `${label}: ${value}`),
  ].join('\n');

/** What goes along with the picture, where the chat shows a text under it. */
export const receiptLine = (known: KnownTransaction): string =>
  `Goodies receipt: ${known.description}, ${signedAmount(known)}. Reference ${known.reference}`;

/** 'goodies-receipt-gdv-91c0.png' */
export const receiptName = ({ reference }: Pick<KnownTransaction, 'reference'>): string =>
  `goodies-receipt-${reference.replaceAll(/[^\w-]/g, '')}.png`;
