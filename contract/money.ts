/**
 * Money: integers in minor units (kobo, pesewa, cent; two decimals in every currency we hold) inside,
 * major units with at most two decimals at the edge of the API. No float takes part in arithmetic.
 */
export const CURRENCIES = ['NGN', 'GHS', 'KES', 'USD'] as const;
export type Currency = (typeof CURRENCIES)[number];

/** Minor units in one major unit. */
export const MINOR_PER_MAJOR = 100;
/**
 * The largest amount an API call may carry, in minor units. Below 2^46 major units neighbouring doubles lie
 * closer than a minor unit, so a JSON number with two decimals stays exact; above, it would not.
 */
export const MAX_AMOUNT_MINOR = 7_000_000_000_000_000n;

/** Symbols by ISO code; those after GBP appear only in old or foreign amounts. */
const CURRENCY_SYMBOLS: Readonly<Record<string, string>> = {
  NGN: '₦',
  GHS: 'GH₵',
  KES: 'KSh',
  USD: '$',
  EUR: '€',
  GBP: '£',
  UGX: 'USh',
  TZS: 'TSh',
  ZAR: 'R',
};

/** What a screen reader says for a currency. */
export const CURRENCY_NAMES: Readonly<Record<Currency, string>> = {
  NGN: 'naira',
  GHS: 'cedis',
  KES: 'shillings',
  USD: 'US dollars',
};

export const isCurrency = (value: unknown): value is Currency =>
  typeof value === 'string' && (CURRENCIES as readonly string[]).includes(value);

/** The currency's symbol, else its code. */
export const currencySymbol = (currency: string): string => CURRENCY_SYMBOLS[currency] ?? currency;

/**
 * Major units as JSON carries them → minor units.
 * @returns undefined when the number is not finite, has more than two decimals or is out of range;
 * the decimal text decides, so 0.1 + 0.2 is refused rather than rounded.
 */
export function majorToMinor(major: number): bigint | undefined {
  if (!Number.isFinite(major)) return undefined;
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(major));
  if (!match) return undefined;
  const [, sign, whole = '0', fraction = ''] = match;
  const minor = BigInt(whole) * BigInt(MINOR_PER_MAJOR) + BigInt(fraction.padEnd(2, '0'));
  if (minor > MAX_AMOUNT_MINOR) return undefined;
  return sign ? -minor : minor;
}

/**
 * The decimal text of a form's field ('1500.50') → major units; NaN for every other text, also for those that
 * `Number` takes: '', '1e5', '0x10', '-5'.
 */
export const amountOf = (text: string): number =>
  /^\d+(?:\.\d{0,2})?$/.test(text) ? Number(text) : NaN;

/**
 * Minor units → the number that JSON carries. Exact for every amount up to `MAX_AMOUNT_MINOR`: one division is rounded
 * once, to the number that its two decimals write.
 */
export const minorToMajor = (minor: bigint | number): number => Number(minor) / MINOR_PER_MAJOR;

/** `amount` × basis points / 10 000, rounded up to a minor unit. For fees. */
export function shareRoundedUp(amountMinor: bigint, basisPoints: number): bigint {
  const product = amountMinor * BigInt(basisPoints);
  return (product + 9_999n) / 10_000n;
}

/** `amount` × basis points / 10 000, rounded down. For what is paid out of a whole. */
export const shareRoundedDown = (amountMinor: bigint, basisPoints: number): bigint =>
  (amountMinor * BigInt(basisPoints)) / 10_000n;

/**
 * Equal parts of an amount; remainder units go one each to the first ones.
 * The parts sum to the amount exactly.
 */
export function splitEqually(amountMinor: bigint, parts: number): bigint[] {
  if (parts < 1) return [];
  const each = amountMinor / BigInt(parts);
  const extra = Number(amountMinor % BigInt(parts));
  return Array.from({ length: parts }, (_, index) => each + (index < extra ? 1n : 0n));
}

const BASIS_POINTS = 10_000n;
const RATE_DIGITS = 12;
const RATE_SCALE = 10n ** BigInt(RATE_DIGITS);

/**
 * Converts minor units at a rate (units of `to` for one of `from`), rounding half to even once at the end.
 */
export function convertMinor(amountMinor: bigint, rate: number): bigint {
  const product = amountMinor * scaledRate(rate);
  const negative = product < 0n;
  const magnitude = negative ? -product : product;
  const quotient = magnitude / RATE_SCALE;
  const twice = (magnitude % RATE_SCALE) * 2n;
  const up = twice > RATE_SCALE || (twice === RATE_SCALE && quotient % 2n === 1n);
  const rounded = up ? quotient + 1n : quotient;
  return negative ? -rounded : rounded;
}

/** As `convertMinor` for an amount that is not negative, but rounded up to a minor unit: for what is charged. */
export function convertMinorUp(amountMinor: bigint, rate: number): bigint {
  return (amountMinor * scaledRate(rate) + RATE_SCALE - 1n) / RATE_SCALE;
}

/**
 * What is given for an amount that is not negative: converted, less a spread, and cut off to a minor unit once at
 * the end.
 * @param rate units of `to` for one of `from`
 * @param spreadBp basis points of what it is worth
 */
export function convertMinorDown(amountMinor: bigint, rate: number, spreadBp: number): bigint {
  const kept = BASIS_POINTS - BigInt(spreadBp);
  return (amountMinor * scaledRate(rate) * kept) / (RATE_SCALE * BASIS_POINTS);
}

/** A positive rate × `RATE_SCALE` as an integer, digits past the scale cut off. */
function scaledRate(rate: number): bigint {
  const [mantissa = '0', exponent = '0'] = rate.toString().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const shift = RATE_DIGITS + Number(exponent);
  const all = whole + fraction;
  const places = shift - fraction.length;
  return places >= 0 ? BigInt(all) * 10n ** BigInt(places) : BigInt(all) / 10n ** BigInt(-places);
}
