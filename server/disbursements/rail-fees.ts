import { majorToMinor, minorToMajor, type Currency } from '../../contract/money.ts';
import type { DestinationType, RailFee } from '../../contract/withdrawals.ts';
import { SANDBOX } from '../sandbox/transfers.ts';
import { FLUTTERWAVE_RAIL } from './adapters/flutterwave-payouts.ts';
import { PAYSTACK_RAIL } from './adapters/paystack-payouts.ts';
import type { PayoutRail } from './adapters/providers.ts';

/** Each fee up to an amount, both in major units; the last has no end. */
type Bands = readonly (readonly [upTo: number, fee: number])[];
type Fees = Readonly<Partial<Record<Currency, Readonly<Partial<Record<DestinationType, Bands>>>>>>;

const always = (fee: number): Bands => [[Infinity, fee]];

/**
 * Paystack's prices of transfers, read on 28 November 2026 at support.paystack.com/en/articles/2132866 (Transfers
 * pricing). The bands of Kenyan banks come from others who use Paystack, and are to be compared with its invoices.
 */
const PAYSTACK: Fees = {
  NGN: {
    bank: [
      [5_000, 10],
      [50_000, 25],
      [Infinity, 50],
    ],
  },
  GHS: { mobile_money: always(1), bank: always(8) },
  KES: {
    mobile_money: [
      [1_500, 20],
      [20_000, 40],
      [Infinity, 60],
    ],
    bank: [
      [10_000, 80],
      [50_000, 120],
      [Infinity, 140],
    ],
  },
};

/**
 * Flutterwave's example of a transfer (developer.flutterwave.com, v3, read on 28 November 2026) costs Paystack's middle
 * band of naira with 7.5 % VAT on top; the other bands are taken to follow it. It shows the fees of Ghana and Kenya to
 * its customers only, so there Paystack's stand in.
 */
const FLUTTERWAVE: Fees = {
  ...PAYSTACK,
  NGN: {
    bank: [
      [5_000, 10.75],
      [50_000, 26.88],
      [Infinity, 53.75],
    ],
  },
};

/**
 * What a payout rail takes for a transfer. The person who withdraws pays it, at cost.
 *
 * | fee                         | paid by                         | account                       |
 * | --------------------------- | ------------------------------- | ----------------------------- |
 * | of a payout rail            | who withdraws                   | `rail_fees:{rail}:{currency}` |
 * | of a biller                 | who pays the bill               | `supplier:{name}:{currency}`  |
 * | of a payment voucher, 100   | its creator, from the wallet    | `fees:{currency}`             |
 * | of a giveaway, 10 %         | its creator                     | its pool, then sharers, house |
 * | spread of an exchange, 1 %  | who exchanges                   | `exchange:{currency}`         |
 * | of a payment's processor    | the house                       | not the payer's               |
 */
const FEES: Readonly<Record<string, Fees>> = {
  [PAYSTACK_RAIL]: PAYSTACK,
  [FLUTTERWAVE_RAIL]: FLUTTERWAVE,
  [SANDBOX]: PAYSTACK,
};

/** In minor units. @throws where a rail pays out what has no price here, so that nothing is sent at a loss */
export function railFeeOf(
  { name }: Pick<PayoutRail, 'name'>,
  currency: Currency,
  type: DestinationType,
  amountMinor: bigint,
): bigint {
  const bands = FEES[name]?.[currency]?.[type] ?? [];
  const band = bands.find(([upTo]) => minorToMajor(amountMinor) <= upTo);
  const fee = band && majorToMinor(band[1]);
  if (fee === undefined) throw new Error(`no fee of ${name} for ${currency} by ${type}`);
  return fee;
}

/** All fees of a rail in one currency, for the app; of each type the lowest band first. */
export const railFeesIn = ({ name }: Pick<PayoutRail, 'name'>, currency: Currency): RailFee[] =>
  Object.entries(FEES[name]?.[currency] ?? {}).flatMap(([type, bands]) =>
    bands.map(([upTo, fee]) => ({
      type: type as DestinationType,
      up_to: upTo === Infinity ? null : upTo,
      fee,
    })),
  );
