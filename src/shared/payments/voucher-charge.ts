import type { Currency } from '../../../contract/money.ts';
import type { Voucher } from '../../../contract/vouchers.ts';
import { giveawayFeeOf, walletTermsIn } from '../../../contract/payments/fees.ts';

export interface Payable extends Pick<Voucher, 'purpose'> {
  readonly amountMinor: bigint;
  readonly currency: Currency;
}

/** All amounts are minor units of the voucher's currency. */
export interface VoucherCharge {
  readonly walletFeeMinor: bigint;
  readonly walletMinor: bigint;
  readonly neededMinor: bigint;
  readonly processorMinor: bigint;
}

/**
 * @param usdRate US dollars for one unit of the payer's local currency; read only for a payment
 * voucher in dollars
 */
export function chargeOf(
  { purpose, amountMinor, currency }: Payable,
  usdRate: number,
): VoucherCharge {
  if (purpose === 'giveaway') {
    const feeMinor = giveawayFeeOf(amountMinor);
    const totalMinor = amountMinor + feeMinor;
    return {
      walletFeeMinor: feeMinor,
      walletMinor: totalMinor,
      neededMinor: totalMinor,
      processorMinor: totalMinor,
    };
  }
  const { feeMinor, reserveMinor } = walletTermsIn(currency, usdRate);
  return {
    walletFeeMinor: feeMinor,
    walletMinor: amountMinor + feeMinor,
    neededMinor: amountMinor + reserveMinor,
    processorMinor: amountMinor,
  };
}
