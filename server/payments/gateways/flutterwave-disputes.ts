import { asName, dataOf, GatewayError, type KeyedCall, rowsOf } from '../../lib/call-gateway.ts';
import type { DisputeState } from '../../db/schema/payments.ts';
import type { Dispute, KnownPayment, ReportedDispute } from '../processor.ts';
import { minorOfMajor } from './gateway-messages.ts';

/** `declined`: we have declined it, and its bank decides. */
const CHARGEBACKS: Readonly<Record<string, DisputeState>> = {
  initiated: 'opened',
  pending: 'opened',
  declined: 'opened',
  accepted: 'lost',
  lost: 'lost',
  won: 'won',
  reversed: 'won',
};
/** For example `completed-bank-transfer`. */
const REFUNDED = /^(?:completed|successful)/;
const UNFINISHED_REFUND = /^(?:new|pending|processing|initiated|failed)/;

export async function readFlutterwaveDisputes(
  call: KeyedCall,
  payment: KnownPayment,
  { subject, id, transactions }: ReportedDispute,
): Promise<readonly Dispute[]> {
  if (id === undefined) throw new GatewayError('flutterwave named no dispute');
  return subject === 'refund'
    ? readRefund(call, transactions, id)
    : [await readChargebacks(call, payment, id)];
}

/** One transaction goes through several stages, which are one dispute; the last one counts. */
async function readChargebacks(
  call: KeyedCall,
  payment: KnownPayment,
  flwRef: string,
): Promise<Dispute> {
  const query = new URLSearchParams({ flw_ref: flwRef });
  const rows = rowsOf(await call(`/chargebacks?${query.toString()}`)).filter(
    (row) => row['flw_ref'] === flwRef && row['tx_ref'] === payment.reference,
  );
  const last = rows.toSorted((a, b) => Number(b['id']) - Number(a['id']))[0];
  if (!last) throw new GatewayError('flutterwave told of another chargeback');
  const status = String(last['status']);
  const state = CHARGEBACKS[status];
  if (state === undefined) throw new GatewayError(`flutterwave has a chargeback that is ${status}`);
  return {
    id: flwRef,
    state,
    amountMinor: amountOf(last['amount']),
    currency: asName(last['currency']),
  };
}

async function readRefund(
  call: KeyedCall,
  transactions: readonly string[],
  id: string,
): Promise<Dispute[]> {
  const data = dataOf(await call(`/refunds/${encodeURIComponent(id)}`));
  const transaction = asName(data['tx_id']) ?? asName(data['transaction_id']);
  if (transaction === undefined || !transactions.includes(transaction))
    throw new GatewayError('flutterwave told of another refund');
  const status = String(data['status']);
  if (UNFINISHED_REFUND.test(status)) return [];
  if (!REFUNDED.test(status)) throw new GatewayError(`flutterwave has a refund that is ${status}`);
  return [
    {
      id: `refund-${id}`,
      state: 'lost',
      amountMinor: amountOf(data['amount_refunded']),
      currency: asName(data['currency']),
    },
  ];
}

function amountOf(value: unknown): bigint | undefined {
  const amount = value === null || value === undefined ? 0n : minorOfMajor(value, 'flutterwave');
  return amount === 0n ? undefined : amount;
}
