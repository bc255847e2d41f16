import { TOPUP_MAX_MAJOR } from '../../contract/constants.ts';
import { type Currency, majorToMinor, MINOR_PER_MAJOR } from '../../contract/money.ts';
import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { withIdempotencyKey, type RequestKey } from '../http/idempotency.ts';
import { chooseProcessor, type ChosenMethod } from './choose-processor.ts';
import { insertPayment } from './insert-payment.ts';
import { openCheckout, type OpenedCheckout } from './open-checkout.ts';

export interface TopupRequest extends ChosenMethod {
  readonly userId: number;
  /** Major units, as the caller sent them. */
  readonly amount: number;
  readonly currency: Currency;
}

const MAX_MINOR = BigInt(TOPUP_MAX_MAJOR * MINOR_PER_MAJOR);

/**
 * Starts a top-up: a pending payment, then a checkout at the processor. The payment is committed first, so
 * whatever happens afterwards, the reference that the processor knows is one that we know too. The same
 * request key continues the same payment.
 * @throws AppError `amount_invalid`, and what `chooseProcessor` and `openCheckout` throw.
 */
export async function initializeTopup(
  deps: Deps,
  requestKey: RequestKey | undefined,
  request: TopupRequest,
): Promise<OpenedCheckout> {
  const { userId, amount, currency } = request;
  const { processor, terms } = chooseProcessor(deps, request, amountOf(amount), currency);
  const now = dateOf(deps.clock);
  const { body } = await withIdempotencyKey(deps.db, requestKey, now, async (tx) => {
    const payment = { userId, purpose: 'topup', processor, terms } as const;
    return { status: 200, body: { reference: await insertPayment(tx, payment, now) } };
  });
  return openCheckout(deps, processor, { reference: body.reference, terms }, '/wallet');
}

function amountOf(major: number): bigint {
  const minor = majorToMinor(major);
  if (minor === undefined || minor <= 0n || minor > MAX_MINOR) throw new AppError('amount_invalid');
  return minor;
}
