import {
  asName,
  asObject,
  createKeyedCall,
  type Json,
  type KeyedAccount,
  type KeyedCall,
  GatewayError,
} from '../../lib/call-gateway.ts';
import {
  dayIn,
  namesOf,
  readPages,
  type ReportedSettlement,
  SETTLEMENT_ANSWER_CHARS,
  SETTLEMENT_PAGE_ROWS,
  type SettledTransaction,
  type SettlementReader,
} from '../settlements/settlement.ts';
import type { Currency } from '../../../contract/money.ts';

const PAYSTACK = 'paystack';
const PAID_OUT = 'success';

/** Each country has an account of its own; a failing one fails the reading, which is repeated. */
export function createPaystackSettlements(accounts: readonly KeyedAccount[]): SettlementReader {
  const calls = accounts.map((account) =>
    createKeyedCall(PAYSTACK, { ...account, maxAnswerChars: SETTLEMENT_ANSWER_CHARS }, true),
  );
  return {
    gateway: PAYSTACK,
    async settlements(since) {
      const told: ReportedSettlement[] = [];
      for (const call of calls) {
        const rows = await readList(call, '/settlement', { from: since, status: PAID_OUT });
        told.push(...rows.flatMap((row) => settlementOf(call, row)));
      }
      return told;
    },
  };
}

const readList = (
  call: KeyedCall,
  path: string,
  filter: Readonly<Record<string, string>> = {},
): Promise<Json[]> =>
  readPages(
    (page) => {
      const paging = { perPage: String(SETTLEMENT_PAGE_ROWS), page: String(page) };
      return call(`${path}?${new URLSearchParams({ ...filter, ...paging }).toString()}`);
    },
    (answer) => asObject(answer['meta'])?.['pageCount'],
  );

/** `effective_amount` is what came to the bank, after refunds and chargebacks were kept back, too. */
function settlementOf(call: KeyedCall, row: Json): ReportedSettlement[] {
  const names = row['status'] === PAID_OUT ? namesOf(row, PAYSTACK) : undefined;
  if (!names) return [];
  const { id, currency } = names;
  return [
    {
      id,
      currency,
      fee: minorOf(row['total_fees'] ?? 0),
      net: minorOf(row['effective_amount'] ?? row['total_amount']),
      settledOn: dayIn([row['settlement_date'], row['createdAt']], currency, PAYSTACK),
      async listTransactions() {
        const path = `/settlement/${encodeURIComponent(id)}/transactions`;
        return (await readList(call, path)).flatMap((one) => transactionOf(one, currency));
      },
    },
  ];
}

function transactionOf(row: Json, currency: Currency): SettledTransaction[] {
  if ((row['status'] ?? PAID_OUT) !== PAID_OUT) return [];
  const charged = minorOf(row['amount']);
  const requested = minorOf(row['requested_amount'] ?? charged.toString());
  const moments = [row['paid_at'], row['paidAt'], row['created_at'], row['createdAt']];
  return [
    {
      reference: asName(row['reference']),
      // Where payers bear the fees, they are charged more than was requested.
      amount: charged < requested ? charged : requested,
      paidOn: dayIn(moments, currency, PAYSTACK),
    },
  ];
}

/** Minor units as number or text; negative where more was kept back than was paid. @throws GatewayError */
function minorOf(value: unknown): bigint {
  const isAmount =
    Number.isSafeInteger(value) || (typeof value === 'string' && /^-?\d{1,18}$/.test(value));
  if (!isAmount) throw new GatewayError('paystack told no amount');
  return BigInt(value as number | string);
}
