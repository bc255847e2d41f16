import { and, desc, eq, inArray } from 'drizzle-orm';

import { REFUND_BY_MS } from '../../contract/constants.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { minorToMajor } from '../../contract/money.ts';
import type { Db } from '../db/database.ts';
import { payouts } from '../db/schema/disbursements.ts';
import type { Deps } from '../deps.ts';
import { everyFewSeconds } from '../jobs/every-few-seconds.ts';
import { EVERY_MINUTE } from '../jobs/jobs.ts';
import { payoutOf, postMovement, railFeesOf, walletOf } from '../ledger/journal.ts';
import { type DisbursementKind, endOf, findDisbursement, IN_FLIGHT_MS } from './disbursement.ts';
import { freeUnpaid } from './destination-owner.ts';
import { reconcileDisbursements } from './reconcile-disbursements.ts';
import { newDisbursement } from './settle-disbursement.ts';
import type { SavedAccount } from '../../contract/withdrawals.ts';
import { AppError } from '../http/app-error.ts';
import { moneyText } from '../lib/money-text.ts';

/** Until this age a transfer that the rail does not know is sent again; none is on its way when it is refunded. */
export const PAYOUT_SEND_UNTIL_MS = REFUND_BY_MS - IN_FLIGHT_MS - HOUR_MS;

const SHOWN_DIGITS = 4;

export type Payout = typeof payouts.$inferSelect;

export const PAYOUTS: DisbursementKind<Payout> = {
  noun: 'withdrawal',
  table: payouts,
  providerColumn: payouts.rail,
  sendUntilMs: PAYOUT_SEND_UNTIL_MS,
  mayBeSent: ({ review }) => review !== 'waiting',
  providerOf(deps, payout) {
    const rail = deps.payouts.named(payout.rail);
    if (!rail) return undefined;
    const transfer = { ...payout, amountMinor: payout.amount, destination: payout };
    return {
      name: rail.name,
      find: () => rail.find(transfer),
      send: () => rail.send(transfer),
    };
  },
  applyResponse: ({ railReference }, response) => ({
    railReference: response.providerReference ?? railReference,
  }),
  holdersOf: ({ amount, fee, rail, currency }) => [
    { account: payoutOf(rail, currency), amount },
    { account: railFeesOf(rail, currency), amount: fee },
  ],
  notificationOf(payout, after) {
    const outcome = endOf(payout, after);
    const { userId, reference, amount, fee, currency } = payout;
    return (
      outcome && {
        userId,
        kind: 'withdrawal_ended',
        eventKey: `withdrawal:${reference}:${outcome}`,
        data: { amount: minorToMajor(amount + fee), currency, outcome },
      }
    );
  },
  async returnHold(tx, deps, payout, now) {
    await moveCharge(tx, payout, 'return', now);
    await freeUnpaid(tx, deps, payout.userId, payout);
  },
};

type NewPayout = Omit<typeof payouts.$inferInsert, keyof ReturnType<typeof newDisbursement>> &
  Pick<Payout, 'fee'>;

export async function insertPayout(tx: Db, payout: NewPayout, now: Date): Promise<void> {
  await tx.insert(payouts).values({ ...payout, ...newDisbursement(now) });
  await moveCharge(tx, payout, 'hold', now);
}

/** Amount and fee leave the wallet together, and come back together. */
async function moveCharge(
  tx: Db,
  payout: NewPayout,
  way: 'hold' | 'return',
  now: Date,
): Promise<void> {
  const { reference, rail, amount, fee, currency, userId, type } = payout;
  const isHold = way === 'hold';
  const sign = isHold ? 1n : -1n;
  await postMovement(
    tx,
    {
      naturalKey: `${isHold ? 'withdraw' : 'withdraw-return'}:${reference}`,
      kind: 'withdrawal',
      reference,
      description: isHold ? heldText(payout) : 'Withdrawal returned',
      paymentMethod: type,
      paymentGateway: rail,
      entries: [
        { account: walletOf(userId, currency), amount: -sign * (amount + fee) },
        { account: payoutOf(rail, currency), amount: sign * amount },
        { account: railFeesOf(rail, currency), amount: sign * fee },
      ],
    },
    now,
  );
}

function heldText(payout: NewPayout): string {
  const to = `Withdrawal to ${accountText(payout)}`;
  return payout.fee > 0n ? `${to} (fee ${moneyText(payout.fee, payout.currency)})` : to;
}

export const accountText = ({
  bankName,
  accountNumber,
}: Pick<Payout, 'bankName' | 'accountNumber'>): string =>
  `${bankName} ••${accountNumber.slice(-SHOWN_DIGITS)}`;

export const reconcilePayouts = (deps: Deps, busy?: Set<string>): Promise<void> =>
  reconcileDisbursements(deps, PAYOUTS, busy);

export function registerPayoutJobs(deps: Deps): void {
  const busy = new Set<string>();
  deps.jobs.handle(
    'reconcile-payouts',
    everyFewSeconds(() => reconcilePayouts(deps, busy)),
    EVERY_MINUTE,
  );
}

const MAX_ACCOUNTS = 8;

/** Only accounts that the rail of their currency can still pay. */
export async function listSavedAccounts(
  { db, payouts: rails }: Pick<Deps, 'db' | 'payouts'>,
  userId: number,
): Promise<SavedAccount[]> {
  const { currency, type, code, accountNumber } = payouts;
  const latest = await db
    .selectDistinctOn([currency, type, code, accountNumber])
    .from(payouts)
    .where(
      and(
        eq(payouts.userId, userId),
        eq(payouts.isSaved, true),
        inArray(payouts.status, ['processing', 'completed']),
      ),
    )
    .orderBy(currency, type, code, accountNumber, desc(payouts.id));
  return latest
    .filter((payout) => rails.payingOut(payout.currency)?.name === payout.rail)
    .toSorted((a, b) => b.id - a.id)
    .slice(0, MAX_ACCOUNTS)
    .map(present);
}

const present = (payout: Payout): SavedAccount => ({
  id: payout.reference,
  currency: payout.currency,
  type: payout.type,
  bank_name: payout.bankName,
  account_ending: payout.accountNumber.slice(-SHOWN_DIGITS),
  account_name: payout.accountName,
  last_used_at: payout.createdAt.toISOString(),
});

export async function findSavedAccount(
  db: Db,
  userId: number,
  id: string,
): Promise<Payout | undefined> {
  const payout = await findDisbursement(db, PAYOUTS, id);
  return payout?.userId === userId ? payout : undefined;
}

export async function forgetAccount(db: Db, userId: number, id: string): Promise<void> {
  const account = await findSavedAccount(db, userId, id);
  if (!account) throw new AppError('saved_account_gone');
  const { currency, type, code, accountNumber } = account;
  await db
    .update(payouts)
    .set({ isSaved: false })
    .where(
      and(
        eq(payouts.userId, userId),
        eq(payouts.currency, currency),
        eq(payouts.type, type),
        eq(payouts.code, code),
        eq(payouts.accountNumber, accountNumber),
      ),
    );
}
