import type { Currency } from '../../../../contract/money.ts';
import type { Failure, Result } from '../../../../contract/result.ts';
import { closePin, withPin } from '../../../shared/accounts/pin/with-pin.ts';
import { formatExact } from '../../../ui/text/format-money.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { WALLET_METHOD, type PaymentChoice } from '../../../shared/payments/payment-choice.ts';
import { startAtCheckout, type PaymentStart } from '../../../shared/payments/checkout.ts';

const NEW_PARAMETER = 'new';

export const newVoucherPath = (ulid: string): string => `/my-vouchers?${NEW_PARAMETER}=${ulid}`;

export const readNewVoucher = (query: URLSearchParams): string | undefined =>
  query.get(NEW_PARAMETER) ?? undefined;

export interface VoucherPrice {
  /** Major units, without any fee. */
  readonly amount: number;
  readonly currency: Currency;
}

/** One that was paid meanwhile, e.g. at a checkout that its payer came back from by themself, is not to be paid again. */
const notTaken = (failure: Failure): PaymentStart =>
  failure.code === 'already_paid' ? { kind: 'paid' } : { kind: 'failed', failure };

/** @param making the voucher, which may still be on its way to the server while the PIN is typed */
export async function payVoucher(
  { amount, currency }: VoucherPrice,
  making: Promise<Result<{ readonly ulid: string }>>,
  { method, provider, phone }: PaymentChoice,
  saying = `Pay for your ${formatExact(amount, currency)} voucher`,
): Promise<PaymentStart> {
  if (method === WALLET_METHOD) {
    void making.then(({ ok: isMade }) => {
      if (!isMade) closePin();
    });
    const paid = await withPin(saying, async (proof) => {
      const made = await making;
      if (!made.ok) return made;
      const { ulid } = made.value;
      return callWorker((worker) =>
        worker.payVoucherFromWallet({ voucher_id: ulid, amount, currency, ...proof }),
      );
    });
    return paid.ok ? { kind: 'paid' } : notTaken(paid.error);
  }
  const made = await making;
  if (!made.ok) return notTaken(made.error);
  const { ulid } = made.value;
  const started = await callWorker((worker) =>
    worker.initializeVoucherPayment({
      voucher_id: ulid,
      amount,
      currency,
      processor: method,
      ...(provider && { provider }),
      ...(phone && { config: { phone } }),
    }),
  );
  return started.ok ? startAtCheckout(started.value.authorization_url) : notTaken(started.error);
}
