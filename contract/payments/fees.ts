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

const WALLET_RESERVE_MAJOR = 500;

/** Added to the prize, in minor units. */
export const giveawayFeeOf = (prizeMinor: bigint): bigint =>
  shareRoundedUp(prizeMinor, PLATFORM_FEE_BP);

/** Each sharer gets an equal part of half the fee, and the house gets the rest. */
export function divideGiveawayFee(
  feeMinor: bigint,
  sharers: number,
): { readonly eachMinor: bigint; readonly houseMinor: bigint } {
  const count = BigInt(sharers);
  const eachMinor = count > 0n ? shareRoundedDown(feeMinor, SHARERS_POOL_BP) / count : 0n;
  return { eachMinor, houseMinor: feeMinor - eachMinor * count };
}

/** Minor units; the spread goes to the house. */
export const exchangedMinor = (amountMinor: bigint, marketRate: number): bigint =>
  convertMinorDown(amountMinor, marketRate, EXCHANGE_SPREAD_BP);

export interface WalletTerms {
  readonly feeMinor: bigint;
  /** The wallet must hold this beyond the amount; it includes the fee. */
  readonly reserveMinor: bigint;
}

const LOCAL_FEE_MINOR = BigInt(WALLET_FEE_MAJOR * MINOR_PER_MAJOR);
const LOCAL_RESERVE_MINOR = BigInt(WALLET_RESERVE_MAJOR * MINOR_PER_MAJOR);

/** @param usdRate US dollars per unit of local currency, read only for a voucher in dollars */
export const walletTermsIn = (currency: Currency, usdRate: number): WalletTerms =>
  currency === 'USD'
    ? {
        feeMinor: convertMinorUp(LOCAL_FEE_MINOR, usdRate),
        reserveMinor: convertMinorUp(LOCAL_RESERVE_MINOR, usdRate),
      }
    : { feeMinor: LOCAL_FEE_MINOR, reserveMinor: LOCAL_RESERVE_MINOR };
