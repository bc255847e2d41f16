import { WALLET_FEE_MAJOR, WALLET_RESERVE_MAJOR } from '../constants.ts';
import { convertMinorUp, MINOR_PER_MAJOR, type Currency } from '../money.ts';

/** What paying for a payment voucher from the wallet takes, minor units of the voucher's currency. */
export interface WalletTerms {
  readonly feeMinor: bigint;
  /** What the wallet has to hold beyond the amount; the fee is part of it. */
  readonly reserveMinor: bigint;
}

const LOCAL_FEE_MINOR = BigInt(WALLET_FEE_MAJOR * MINOR_PER_MAJOR);
const LOCAL_RESERVE_MINOR = BigInt(WALLET_RESERVE_MAJOR * MINOR_PER_MAJOR);

/**
 * Fee and reserve for a voucher in a currency: those of the local currency as they are, for US dollars
 * converted and rounded up to a cent.
 * @param usdRate US dollars for one unit of the payer's local currency; only read for a voucher in dollars
 */
export const walletTermsIn = (currency: Currency, usdRate: number): WalletTerms =>
  currency === 'USD'
    ? {
        feeMinor: convertMinorUp(LOCAL_FEE_MINOR, usdRate),
        reserveMinor: convertMinorUp(LOCAL_RESERVE_MINOR, usdRate),
      }
    : { feeMinor: LOCAL_FEE_MINOR, reserveMinor: LOCAL_RESERVE_MINOR };
