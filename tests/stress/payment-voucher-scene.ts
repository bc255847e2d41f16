import { minorToMajor } from '../../contract/money.ts';
import type { Deps } from '../../server/deps.ts';
import type { RequestKey } from '../../server/http/idempotency.ts';
import { createPaymentVoucher } from '../../server/payment-vouchers/create-payment-voucher.ts';
import { redeemVoucher } from '../../server/payment-vouchers/redeem-voucher.ts';
import { payFromWallet } from '../../server/vouchers/pay-from-wallet.ts';
import type { Person } from '../fixtures/api/people.ts';
import { newCode } from '../fixtures/api/giveaways.ts';

/** A payment voucher with the code that its creator hands over. */
export interface Made {
  readonly id: number;
  readonly ulid: string;
  readonly code: string;
}

/** What paying a voucher from the wallet costs, and has to be there beyond the amount, minor units. */
export const FEE_MINOR = 10_000n;
export const RESERVE_MINOR = 50_000n;

/** Makes a payment voucher that waits for its payment. */
export async function makeVoucher(
  deps: Deps,
  creator: Person,
  amountMinor: bigint,
  expiresAt?: Date,
): Promise<Made> {
  const code = newCode();
  const { body } = await createPaymentVoucher(deps, {
    creatorId: creator.userId,
    fields: {
      purpose: 'payment',
      amount: minorToMajor(amountMinor),
      currency: 'NGN',
      code,
      payment_method: 'wallet',
      ...(expiresAt ? { expires_at: expiresAt.toISOString() } : {}),
    },
    requestKey: undefined,
  });
  return { id: body.data.id, ulid: body.data.ulid, code };
}

/** Pays for a voucher from its creator's wallet. */
export const payVoucher = (
  deps: Deps,
  creator: Person,
  ulid: string,
  amountMinor: bigint,
  requestKey?: RequestKey,
) =>
  payFromWallet(deps, {
    userId: creator.userId,
    body: { voucher_id: ulid, amount: minorToMajor(amountMinor), currency: 'NGN' },
    requestKey,
  });

/** Makes a payment voucher and pays for it. */
export async function openVoucher(
  deps: Deps,
  creator: Person,
  amountMinor: bigint,
  expiresAt?: Date,
): Promise<Made> {
  const made = await makeVoucher(deps, creator, amountMinor, expiresAt);
  await payVoucher(deps, creator, made.ulid, amountMinor);
  return made;
}

/** Redeems a voucher, on a device and from an address of the person's own. */
export const redeemAs = (deps: Deps, person: Person, code: string, requestKey?: RequestKey) =>
  redeemVoucher(deps, {
    caller: { ...person, sessionId: person.userId },
    address: `of ${person.userId}`,
    body: { code },
    requestKey,
  });

/** The name of what went wrong, or `done`. */
export const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: { code?: string; message: string }) => error.code ?? error.message,
  );

/** How often each value occurs. */
export function tally(values: readonly (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1;
  return counts;
}
