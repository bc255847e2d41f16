import {
  asName,
  dataOf,
  GatewayError,
  type Json,
  type KeyedCall,
  rowsOf,
} from '../../lib/call-gateway.ts';
import type { DisputeState } from '../../db/schema/payments.ts';
import type { Dispute, KnownPayment, ReportedDispute } from '../processor.ts';
import { minorOfMinor, objectIn } from './gateway-messages.ts';

const OPEN = new Set(['awaiting-merchant-feedback', 'awaiting-bank-feedback', 'pending']);
/** A dispute nobody answers in time is accepted by itself. */
const RESOLUTIONS: Readonly<Record<string, DisputeState>> = {
  'merchant-accepted': 'lost',
  'auto-accepted': 'lost',
  declined: 'won',
};
const UNFINISHED_REFUNDS = new Set(['pending', 'processing', 'failed', 'needs-attention']);

/** A report of a refund has no id, so all refunds of the payment are read. */
export async function readPaystackDisputes(
  call: KeyedCall,
  payment: KnownPayment,
  { subject, id, transactions }: ReportedDispute,
): Promise<readonly Dispute[]> {
  if (subject === 'dispute') return [await readDispute(call, payment, id)];
  if (transactions.length === 0) throw new GatewayError('the transaction of a refund is not known');
  const refunds = await Promise.all(transactions.map((one) => readRefunds(call, one)));
  return refunds.flat();
}

async function readDispute(
  call: KeyedCall,
  { reference }: KnownPayment,
  id: string | undefined,
): Promise<Dispute> {
  if (id === undefined) throw new GatewayError('paystack named no dispute');
  const data = dataOf(await call(`/dispute/${encodeURIComponent(id)}`));
  if (objectIn(data, 'transaction')['reference'] !== reference)
    throw new GatewayError('paystack told of another dispute');
  const { status, resolution, currency } = data;
  const state = OPEN.has(String(status)) ? 'opened' : RESOLUTIONS[String(resolution)];
  if (state === undefined)
    throw new GatewayError(
      `paystack has a dispute that is ${String(status)}, ${String(resolution)}`,
    );
  return { id, state, amountMinor: amountOf(data['refund_amount']), currency: asName(currency) };
}

async function readRefunds(call: KeyedCall, transaction: string): Promise<Dispute[]> {
  const query = new URLSearchParams({ transaction });
  const rows = rowsOf(await call(`/refund?${query.toString()}`));
  return rows.filter((row) => transactionOf(row) === transaction).flatMap(refundOf);
}

const transactionOf = (row: Json): string | undefined =>
  asName(row['transaction']) ?? asName(objectIn(row, 'transaction')['id']);

/** A lost dispute is refunded, too: both are one. */
function refundOf(row: Json): Dispute[] {
  const status = String(row['status']);
  if (UNFINISHED_REFUNDS.has(status)) return [];
  const id = asName(row['id']);
  if (status !== 'processed' || id === undefined)
    throw new GatewayError(`paystack has a refund that is ${status}`);
  return [
    {
      id: asName(row['dispute']) ?? `refund-${id}`,
      state: 'lost',
      amountMinor: amountOf(row['amount']),
      currency: asName(row['currency']),
    },
  ];
}

function amountOf(value: unknown): bigint | undefined {
  const amount = value === null || value === undefined ? 0n : minorOfMinor(value, 'paystack');
  return amount === 0n ? undefined : amount;
}
