import { DAY_MS } from '../../contract/durations.ts';
import { minorToMajor } from '../../contract/money.ts';
import type { Db } from '../db/database.ts';
import { payouts } from '../db/schema/payouts.ts';
import type { Deps } from '../deps.ts';
import { EVERY_MINUTE } from '../jobs/cron.ts';
import { payoutOf, postMovement, walletOf } from '../ledger/journal.ts';
import { currencyOf } from '../lib/stored-currency.ts';
import { type DisbursementKind, endOf } from './disbursement.ts';
import { freeUnpaid } from './destination-owner.ts';
import type { KnownTransfer, RailResponse } from './adapters/providers.ts';
import { reconcileDisbursements } from './settle-disbursement.ts';
import { newDisbursement } from './start-disbursement.ts';

/** The age until which a transfer that the rail does not know is sent again. */
export const PAYOUT_SEND_UNTIL_MS = DAY_MS;

export type Payout = typeof payouts.$inferSelect;

const transferOf = (payout: Payout): KnownTransfer => ({
  reference: payout.reference,
  currency: currencyOf(payout.currency),
  railReference: payout.railReference ?? undefined,
  createdAt: payout.createdAt,
});

export const PAYOUTS: DisbursementKind<Payout, RailResponse> = {
  noun: 'withdrawal',
  table: payouts,
  sendUntilMs: PAYOUT_SEND_UNTIL_MS,
  providerOf(deps, payout) {
    const rail = deps.payouts.named(payout.rail);
    if (!rail) return undefined;
    const { amount, type, code, accountNumber, accountName } = payout;
    return {
      name: rail.name,
      find: () => rail.find(transferOf(payout)),
      send: () =>
        rail.send({
          ...transferOf(payout),
          amountMinor: amount,
          destination: { type, code, accountNumber, accountName },
        }),
    };
  },
  applyResponse: ({ railReference }, response) => ({
    railReference: response.railReference ?? railReference,
  }),
  notificationOf(payout, after) {
    const outcome = endOf(payout, after);
    const { userId, reference, amount, currency } = payout;
    return (
      outcome && {
        userId,
        kind: 'withdrawal_ended',
        eventKey: `withdrawal:${reference}:${outcome}`,
        data: { amount: minorToMajor(amount), currency: currencyOf(currency), outcome },
      }
    );
  },
  async returnHold(tx, deps, payout, now) {
    const { reference, rail, amount, userId, type } = payout;
    const currency = currencyOf(payout.currency);
    await postMovement(
      tx,
      {
        naturalKey: `withdraw-return:${reference}`,
        kind: 'withdrawal',
        reference,
        description: 'Withdrawal returned',
        paymentMethod: type,
        paymentGateway: rail,
        entries: [
          { account: payoutOf(rail, currency), amount: -amount },
          { account: walletOf(userId, currency), amount },
        ],
      },
      now,
    );
    await freeUnpaid(tx, deps, userId, { ...payout, currency });
  },
};

type NewPayout = Omit<typeof payouts.$inferInsert, keyof ReturnType<typeof newDisbursement>>;

export async function insertPayout(tx: Db, payout: NewPayout, now: Date): Promise<void> {
  await tx.insert(payouts).values({ ...payout, ...newDisbursement(now) });
}

export const reconcilePayouts = (deps: Deps): Promise<void> =>
  reconcileDisbursements(deps, PAYOUTS);

const RECONCILE_QUEUE = 'reconcile-payouts';

export function registerPayoutJobs(deps: Deps): void {
  deps.jobs.handle(RECONCILE_QUEUE, () => reconcilePayouts(deps), EVERY_MINUTE);
}
