import { DAY_MS } from '../../contract/durations.ts';
import { type Currency, CURRENCIES } from '../../contract/money.ts';
import { findUserById } from '../accounts/users.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import type { DisputeState } from '../db/schema/payments.ts';
import {
  lockForMovement,
  lossesIn,
  postMovement,
  receivableOf,
  walletOf,
} from '../ledger/journal.ts';
import { moneyText } from '../lib/money-text.ts';
import {
  type DisputeOutcome,
  idByHand,
  listDisputes,
  recordDispute,
} from '../payments/disputes.ts';
import { lockPayment, type Payment } from '../payments/payment-row.ts';
import { type Act, AdminError, deedOf, findUserNamed } from './record-action.ts';

const STATES: readonly string[] = ['opened', 'won', 'lost'] satisfies readonly DisputeState[];
const isState = (text: string): text is DisputeState => STATES.includes(text);

/** Says what became of a payment's disputes: of those that are open, else of one that only we know of. */
export const disputePayment: Act = async (tx, deps, [reference = '', state = '']) => {
  if (!isState(state)) throw new AdminError('a dispute is `opened`, `won` or `lost`');
  const payment = await lockPayment(tx, reference);
  if (!payment) throw new AdminError(`there is no payment ${reference}`);
  const { userId, status, amount, currency } = payment;
  if (status !== 'settled') throw new AdminError(`payment ${reference} is ${status}, not settled`);
  const outcomes = await decide(tx, payment, state, dateOf(deps.clock));
  if (!outcomes.includes(state))
    throw new AdminError(
      `payment ${reference}: ${outcomes.map((one) => REFUSALS[one]).join(', ')}`,
    );
  const user = await findUserById(tx, userId);
  if (!user) throw new Error(`no user ${userId}`);
  const taken = (await listDisputes(tx, payment.id)).reduce((sum, one) => sum + one.taken, 0n);
  const came = taken > 0n ? `, taken back are ${moneyText(taken, currency)}` : '';
  const told = (who: string) =>
    `the dispute of ${moneyText(amount, currency)} of ${who} is ${state}${came}`;
  return deedOf(`payment:${reference}`, user, told);
};

async function decide(
  tx: Db,
  payment: Payment,
  state: DisputeState,
  now: Date,
): Promise<DisputeOutcome[]> {
  const open = (await listDisputes(tx, payment.id)).filter((one) => one.state === 'opened');
  if (open.length === 0 && state === 'won') return ['settled'];
  const ids = open.length > 0 ? open.map(({ gatewayId }) => gatewayId) : [idByHand(payment)];
  const outcomes: DisputeOutcome[] = [];
  for (const id of ids) {
    const said = { id, state, amountMinor: undefined, currency: undefined };
    outcomes.push(await recordDispute(tx, payment, said, now));
  }
  return outcomes;
}

const REFUSALS: Readonly<Record<DisputeOutcome, string>> = {
  known: 'this is known already',
  returned: 'all of it was returned',
  opened: 'is disputed',
  won: 'is won',
  lost: 'is lost',
  pending: 'is not paid',
  failed: 'is not paid',
  settled: 'is not disputed',
};

export const WRITE_OFF_AFTER_MS = 180 * DAY_MS;

const isCurrency = (text: string): text is Currency =>
  (CURRENCIES as readonly string[]).includes(text);

/** Gives up what a user has owed for 180 days; what was paid back counts for the oldest debts first. */
export const writeOff: Act = async (tx, deps, [login = '', currency = '']) => {
  const user = await findUserNamed(tx, login);
  if (!user) throw new AdminError(`there is no user ${login}`);
  if (!isCurrency(currency)) throw new AdminError(`a currency is one of ${CURRENCIES.join(', ')}`);
  const now = dateOf(deps.clock);
  const [receivable, losses] = [receivableOf(user.id, currency), lossesIn(currency)];
  await lockForMovement(tx, [walletOf(user.id, currency), receivable]);
  const before = new Date(now.getTime() - WRITE_OFF_AFTER_MS);
  const amount = await owedSince(tx, receivable.key, before);
  if (amount <= 0n)
    throw new AdminError(`@${user.username} owes nothing in ${currency} that is 180 days old`);
  const day = now.toISOString().slice(0, 10);
  await postMovement(
    tx,
    {
      naturalKey: `write-off:${user.id}:${currency}:${day}`,
      kind: 'write_off',
      reference: `write-off-${user.id}-${day}`,
      description: 'Written off',
      entries: [
        { account: receivable, amount },
        { account: losses, amount: -amount },
      ],
    },
    now,
  );
  const told = (who: string) => `${moneyText(amount, currency)} that ${who} owed are written off`;
  return deedOf(`user:${user.id}`, user, told);
};

/** What is owed less the debts that came later, minor units. */
async function owedSince(tx: Db, key: string, before: Date): Promise<bigint> {
  const [row] = await queryRows<{ owed: string | null }>(tx)`
    select -(account.balance - coalesce(sum(entry.amount) filter (
      where entry.amount < 0 and entry.moved_at >= ${before.toISOString()}::timestamptz), 0)) as owed
    from ledger_accounts account left join journal_entries entry on entry.account_id = account.id
    where account.key = ${key} group by account.id`;
  return BigInt(row?.owed ?? 0);
}
