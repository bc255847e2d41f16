import { and, eq } from 'drizzle-orm';

import { CODE_LENGTH, WRONG_CODES_MAX, WRONG_CODES_WINDOW_MS } from '../../contract/constants.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { countHits } from '../http/rate-limit.ts';
import type { Secrets } from '../secrets.ts';

const WRONG_CODES = { hits: WRONG_CODES_MAX, windowMs: WRONG_CODES_WINDOW_MS };
const CODE = new RegExp(`^\\d{${CODE_LENGTH}}$`);

/** Whether a text has the form of a code; a voucher's number is shorter, its ulid longer. */
export const isVoucherCode = (text: string): boolean => CODE.test(text);

/** The keyed hash by which a payment voucher is found; unique, since two vouchers cannot share a code. */
export const paymentCodeHash = (secrets: Secrets, code: string): string =>
  secrets.lookupHash(code, 'payment-code');

export interface CodeLookUp {
  /** As it was typed, without what separates its digits. */
  readonly code: string;
  /** Who asks; undefined for a visitor. */
  readonly userId: number | undefined;
  readonly address: string;
}

/**
 * Looks a payment voucher up by its code. Wrong codes are counted for the person and the address; after ten
 * in 15 minutes no code is answered, so that codes cannot be searched for.
 * @returns the hash that its row is found by; undefined for a code that no payment voucher has.
 * @throws AppError `too_many_requests`
 */
export async function lookUpCode(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  { code, userId, address }: CodeLookUp,
): Promise<string | undefined> {
  const codeHash = paymentCodeHash(deps.secrets, code);
  const [found] = isVoucherCode(code)
    ? await deps.db
        .select({ id: vouchers.id })
        .from(vouchers)
        .where(and(eq(vouchers.codeHash, codeHash), eq(vouchers.purpose, 'payment')))
    : [];
  const keys = [
    ...(userId === undefined ? [] : [`wrong-codes:user:${userId}`]),
    `wrong-codes:address:${deps.secrets.lookupHash(address, 'rate-limit')}`,
  ];
  await countHits(deps.db, keys, WRONG_CODES, deps.clock.now(), !found);
  return found && codeHash;
}
