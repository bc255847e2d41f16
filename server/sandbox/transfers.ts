import { eq } from 'drizzle-orm';

import { dateOf, type Clock } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { sandboxTransfers } from '../db/schema/sandbox.ts';
import type { ProviderResponse } from '../disbursements/adapters/providers.ts';

export const SANDBOX = 'sandbox';

const FAILING = '0000';
const UNKNOWN = '0404';
const WAITING = '9999';
const OF_ANOTHER = '7777';

/** The end of a phone or account number decides what the sandbox does with it. */
export function fateOf(number: string): 'succeeds' | 'fails' | 'waits' {
  if (number.endsWith(FAILING)) return 'fails';
  return number.endsWith(WAITING) ? 'waits' : 'succeeds';
}

const SHOWN_DIGITS = 4;

/** @returns undefined for a number that nobody has */
export const ownerOf = (number: string, what: string): string | undefined =>
  number.endsWith(UNKNOWN)
    ? undefined
    : `${number.endsWith(OF_ANOTHER) ? 'Somebody Else' : `Test ${what}`} ${number.slice(-SHOWN_DIGITS)}`;

const STATES = { succeeds: 'paid', fails: 'failed', waits: 'processing' } as const;

export interface TransferParts {
  readonly db: Db;
  readonly clock: Clock;
}

/** Payouts and purchases of the sandbox; sending a reference again changes nothing. */
export function createTransfers({ db, clock }: TransferParts) {
  const find = async (reference: string): Promise<ProviderResponse> => {
    const [transfer] = await db
      .select()
      .from(sandboxTransfers)
      .where(eq(sandboxTransfers.reference, reference));
    if (!transfer) return { state: 'unknown' };
    return { state: transfer.state, providerReference: `sandbox-${reference}` };
  };
  return {
    find,
    async send(reference: string, number: string): Promise<ProviderResponse> {
      await db
        .insert(sandboxTransfers)
        .values({ reference, state: STATES[fateOf(number)], createdAt: dateOf(clock) })
        .onConflictDoNothing({ target: sandboxTransfers.reference });
      return find(reference);
    },
  };
}
