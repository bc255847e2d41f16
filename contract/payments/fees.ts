import {
  EXCHANGE_SPREAD_BP,
  PLATFORM_FEE_BP,
  SHARERS_POOL_BP,
  WALLET_FEE_MAJOR,
} from '../constants.ts';
import {
  convertMinorDown,
  convertMinorUp,
  MINOR_PER_MAJOR,
  shareRoundedDown,
  shareRoundedUp,
  type Currency,
} from '../money.ts';

/** What a wallet must hold beyond the amount, and what of it is the fee, major units of a local currency. */
const WALLET_RESERVE_MAJOR = 500;

/*
 * Who pays which fee:
 * - giveaway: the creator, 10 % on top of the prize; half of it goes to the top sharers, the rest to the house
 * - payment voucher: the creator, 100 in local currency, to the house, when it is paid from the wallet
 * - exchange: the user, 1 % in the rate, to the house
 * - bill: the buyer, the biller's own fee on top, to the supplier
 * - top-up, withdrawal, airtime: none; premium is a price, not a fee
 */

/** The fee on top of a giveaway's prize, minor units. */
export const giveawayFeeOf = (prizeMinor: bigint): bigint =>
  shareRoundedUp(prizeMinor, PLATFORM_FEE_BP);

/** Divides a giveaway's fee between its top sharers and the house, minor units. */
export function divideGiveawayFee(
  feeMinor: bigint,
  sharers: number,
): { readonly eachMinor: bigint; readonly houseMinor: bigint } {
  const count = BigInt(sharers);
  const eachMinor = count > 0n ? shareRoundedDown(feeMinor, SHARERS_POOL_BP) / count : 0n;
  return { eachMinor, houseMinor: feeMinor - eachMinor * count };
}

/** What a user gets for an amount at a market rate, minor units; the difference is the house's. */
export const exchangedMinor = (amountMinor: bigint, marketRate: number): bigint =>
  convertMinorDown(amountMinor, marketRate, EXCHANGE_SPREAD_BP);

/** The terms of paying for a payment voucher from the wallet, minor units of the voucher's currency. */
export interface WalletTerms {
  readonly feeMinor: bigint;
  /** What the wallet has to hold beyond the amount; the fee is part of it. */
  readonly reserveMinor: bigint;
}

const LOCAL_FEE_MINOR = BigInt(WALLET_FEE_MAJOR * MINOR_PER_MAJOR);
const LOCAL_RESERVE_MINOR = BigInt(WALLET_RESERVE_MAJOR * MINOR_PER_MAJOR);

/**
 * Fee and reserve in local currency; for a voucher in US dollars converted and rounded up to a cent.
 * @param usdRate US dollars for one unit of the payer's local currency; only read for a voucher in dollars
 */
export const walletTermsIn = (currency: Currency, usdRate: number): WalletTerms =>
  currency === 'USD'
    ? {
        feeMinor: convertMinorUp(LOCAL_FEE_MINOR, usdRate),
        reserveMinor: convertMinorUp(LOCAL_RESERVE_MINOR, usdRate),
      }
    : { feeMinor: LOCAL_FEE_MINOR, reserveMinor: LOCAL_RESERVE_MINOR };
