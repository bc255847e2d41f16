import { PAYOUT_SEND_UNTIL_MS } from '../../../contract/constants.ts';
import { minorToMajor } from '../../../contract/money.ts';
import { payouts } from '../../db/schema/payouts.ts';
import { endOf, type DeliveryKind } from '../delivery.ts';
import { currencyOf } from '../../lib/stored-currency.ts';
import { payoutOf, postMovement, walletOf } from '../../ledger/journal.ts';
import { freeUnpaid } from './destination-owner.ts';
import type { KnownTransfer, RailVerdict } from './payout-rail.ts';

export type Payout = typeof payouts.$inferSelect;

/** What a rail needs to recognise a payout. */
const transferOf = (payout: Payout): KnownTransfer => ({
  reference: payout.reference,
  currency: currencyOf(payout.currency),
  railReference: payout.railReference ?? undefined,
  createdAt: payout.createdAt,
});

/** Withdrawals as deliveries, each carried by the rail that its row names. */
export const PAYOUTS: DeliveryKind<Payout, RailVerdict> = {
  noun: 'withdrawal',
  table: payouts,
  sendUntilMs: PAYOUT_SEND_UNTIL_MS,
  carrierOf(deps, payout) {
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
  learn: ({ railReference }, verdict) => ({
    railReference: verdict.railReference ?? railReference,
  }),
  noticeOf(payout, after) {
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
  async giveBack(tx, deps, payout, now) {
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
