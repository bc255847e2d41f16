import { eq } from 'drizzle-orm';

import { dateOf, type Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { sandboxTransfers } from '../db/schema/sandbox.ts';
import type { PayoutRail, RailResponse } from '../disbursements/adapters/providers.ts';
import { fateOf, type NumberFate } from './number-endings.ts';
import { SANDBOX_BANKS } from './payout-banks.ts';

export const SANDBOX_RAIL = 'sandbox';

interface Parts {
  readonly db: Db;
  readonly clock: Clock;
}

type State = (typeof sandboxTransfers.$inferSelect)['state'];

/** Numbers that end like this have no owner. */
const UNKNOWN = '0404';
const STATES = { succeeds: 'paid', fails: 'failed', waits: 'processing' } as const satisfies Record<
  NumberFate,
  State
>;

/** Stands in for a payout rail: pays out nothing, and keeps its transfers in a table. */
export function createSandboxRail({ db, clock }: Parts): PayoutRail {
  const find = async (reference: string): Promise<RailResponse> => {
    const [transfer] = await db
      .select()
      .from(sandboxTransfers)
      .where(eq(sandboxTransfers.reference, reference));
    if (!transfer) return { state: 'unknown' };
    return { state: transfer.state, railReference: `sandbox-${reference}` };
  };
  return {
    name: SANDBOX_RAIL,
    listBanks: (currency) => Promise.resolve(SANDBOX_BANKS[currency] ?? []),
    resolveAccount: (_currency, _bank, accountNumber) =>
      Promise.resolve(
        accountNumber.endsWith(UNKNOWN) ? undefined : `Test Account ${accountNumber.slice(-4)}`,
      ),
    async send({ reference, destination }) {
      const state = STATES[fateOf(destination.accountNumber)];
      await db
        .insert(sandboxTransfers)
        .values({ reference, state, createdAt: dateOf(clock) })
        .onConflictDoNothing({ target: sandboxTransfers.reference });
      return find(reference);
    },
    find: ({ reference }) => find(reference),
  };
}
