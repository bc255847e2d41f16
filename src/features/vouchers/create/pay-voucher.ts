import type { Currency } from '../../../../contract/money.ts';
import type { Failure } from '../../../../contract/result.ts';
import { withPin } from '../../../shared/accounts/pin/with-pin.ts';
import { formatExact } from '../../../ui/text/format-money.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { WALLET_METHOD, type PaymentChoice } from '../../../shared/payments/payment-choice.ts';
import { startAtCheckout, type PaymentStart } from '../../../shared/payments/checkout.ts';

const NEW_PARAMETER = 'new';

export const newVoucherPath = (ulid: string): string => `/my-vouchers?${NEW_PARAMETER}=${ulid}`;

export const readNewVoucher = (query: URLSearchParams): string | undefined =>
  query.get(NEW_PARAMETER) ?? undefined;

export interface UnpaidVoucher {
  readonly ulid: string;
  /** Major units, without any fee. */
  readonly amount: number;
  readonly currency: Currency;
}

/** One that was paid meanwhile, e.g. at a checkout that its payer came back from by themself, is not to be paid again. */
const notTaken = (failure: Failure): PaymentStart =>
  failure.code === 'already_paid' ? { kind: 'paid' } : { kind: 'failed', failure };

export async function payVoucher(
  { ulid, amount, currency }: UnpaidVoucher,
  { method, provider, phone }: PaymentChoice,
  saying = `Pay for your ${formatExact(amount, currency)} voucher`,
): Promise<PaymentStart> {
  if (method === WALLET_METHOD) {
    const paid = await withPin(saying, (proof) =>
      callWorker((worker) =>
        worker.payVoucherFromWallet({
          voucher_id: ulid,
          amount,
          currency,
          ...proof,
        }),
      ),
    );
    return paid.ok ? { kind: 'paid' } : notTaken(paid.error);
  }
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
