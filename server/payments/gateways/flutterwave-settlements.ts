import { type Currency, majorToMinor } from '../../../contract/money.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import type { Clock } from '../../clock.ts';
import {
  asName,
  asObject,
  createKeyedCall,
  dataOf,
  GatewayError,
  type Json,
  type KeyedAccount,
  type KeyedCall,
  rowsOf,
} from '../../lib/call-gateway.ts';
import {
  dayIn,
  namesOf,
  readPages,
  type ReportedSettlement,
  SETTLEMENT_ANSWER_CHARS,
  type SettledTransaction,
  type SettlementReader,
} from '../settlements/settlement.ts';

const FLUTTERWAVE = 'flutterwave';
const PAID_OUT = 'completed';

export function createFlutterwaveSettlements(
  account: KeyedAccount,
  { clock }: { readonly clock: Clock },
): SettlementReader {
  const call = createKeyedCall(
    FLUTTERWAVE,
    { ...account, maxAnswerChars: SETTLEMENT_ANSWER_CHARS },
    'success',
  );
  return {
    gateway: FLUTTERWAVE,
    async settlements(since) {
      const to = new Date(clock.now() + DAY_MS).toISOString().slice(0, since.length);
      const rows = await readPages(
        (page) => {
          const query = new URLSearchParams({ from: since, to, page: String(page) });
          return call(`/settlements?${query.toString()}`);
        },
        (answer) => asObject(asObject(answer['meta'])?.['page_info'])?.['total_pages'],
      );
      return rows.flatMap((row) => settlementOf(call, row));
    },
  };
}

/** Whatever was kept back and was no refund or chargeback is a fee, stamp duty and the like included. */
function settlementOf(call: KeyedCall, row: Json): ReportedSettlement[] {
  const names = row['status'] === PAID_OUT ? namesOf(row, FLUTTERWAVE) : undefined;
  if (!names) return [];
  const { id, currency } = names;
  const net = minorOf(row['net_amount']);
  const taken = minorOf(row['refund'] ?? 0) + minorOf(row['chargeback'] ?? 0);
  const days = [row['processed_date'], row['due_date'], row['transaction_date'], row['created_at']];
  return [
    {
      id,
      currency,
      fee: minorOf(row['gross_amount']) - taken - net,
      net,
      settledOn: dayIn(days, currency, FLUTTERWAVE),
      async listTransactions() {
        const { transactions } = dataOf(await call(`/settlements/${encodeURIComponent(id)}`));
        if (!Array.isArray(transactions))
          throw new GatewayError('flutterwave told no transactions');
        return rowsOf({ data: transactions }).flatMap((one) => transactionOf(one, currency));
      },
    },
  ];
}

function transactionOf(row: Json, currency: Currency): SettledTransaction[] {
  if ((row['status'] ?? 'successful') !== 'successful') return [];
  return [
    {
      reference: asName(row['tx_ref']),
      amount: minorOf(row['amount'] ?? row['charged_amount']),
      paidOn: dayIn([row['transaction_date'], row['created_at']], currency, FLUTTERWAVE),
    },
  ];
}

/** Major units as number or text, which may have more decimals than money has. @throws GatewayError */
function minorOf(value: unknown): bigint {
  const isAmount =
    typeof value === 'number' || (typeof value === 'string' && /^-?\d{1,15}(\.\d+)?$/.test(value));
  const minor = isAmount ? majorToMinor(Number(Number(value).toFixed(2))) : undefined;
  if (minor === undefined) throw new GatewayError('flutterwave told no amount');
  return minor;
}
