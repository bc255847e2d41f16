/** Amounts are integers in minor units, because floats lose cents; the API uses major units. */
export const CURRENCIES = ['NGN', 'GHS', 'KES', 'USD'] as const;
export type Currency = (typeof CURRENCIES)[number];

export const MINOR_PER_MAJOR = 100;
/** Below 2^46 major units a JSON number with two decimals is exact; above it is not. */
export const MAX_AMOUNT_MINOR = 7_000_000_000_000_000n;

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

export const CURRENCY_NAMES: Readonly<Record<Currency, string>> = {
  NGN: 'naira',
  GHS: 'cedis',
  KES: 'shillings',
  USD: 'US dollars',
};

export const isCurrency = (value: unknown): value is Currency =>
  typeof value === 'string' && (CURRENCIES as readonly string[]).includes(value);

/** Returns the code itself when there is no symbol. */
export const currencySymbol = (currency: string): string => CURRENCY_SYMBOLS[currency] ?? currency;

/** Returns undefined if not finite, out of range, or with more than two decimals (never rounds). */
export function majorToMinor(major: number): bigint | undefined {
  if (!Number.isFinite(major)) return undefined;
  const match = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(String(major));
  if (!match) return undefined;
  const [, sign, whole = '0', fraction = ''] = match;
  const minor = BigInt(whole) * BigInt(MINOR_PER_MAJOR) + BigInt(fraction.padEnd(2, '0'));
  if (minor > MAX_AMOUNT_MINOR) return undefined;
  return sign ? -minor : minor;
}

/** Reads a form field ('1500.50') as major units; NaN for other text, even '', '1e5' or '-5'. */
export const amountOf = (text: string): number =>
  /^\d+(?:\.\d{0,2})?$/.test(text) ? Number(text) : NaN;

/** Exact up to `MAX_AMOUNT_MINOR`, because a single division rounds once. */
export const minorToMajor = (minor: bigint | number): number => Number(minor) / MINOR_PER_MAJOR;

/** Rounds up to a minor unit; use it for fees. */
export function shareRoundedUp(amountMinor: bigint, basisPoints: number): bigint {
  const product = amountMinor * BigInt(basisPoints);
  return (product + 9_999n) / 10_000n;
}

/** Rounds down; use it for payouts from a total. */
export const shareRoundedDown = (amountMinor: bigint, basisPoints: number): bigint =>
  (amountMinor * BigInt(basisPoints)) / 10_000n;

/** The first parts get the remainder units, so that the sum is exact. */
export function splitEqually(amountMinor: bigint, parts: number): bigint[] {
  if (parts < 1) return [];
  const each = amountMinor / BigInt(parts);
  const extra = Number(amountMinor % BigInt(parts));
  return Array.from({ length: parts }, (_, index) => each + (index < extra ? 1n : 0n));
}

const BASIS_POINTS = 10_000n;
const RATE_DIGITS = 12;
const RATE_SCALE = 10n ** BigInt(RATE_DIGITS);

/** Rounds half to even, once; the rate is target units per source unit. */
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

/** Rounds up, for charges; the amount must not be negative. */
export function convertMinorUp(amountMinor: bigint, rate: number): bigint {
  return (amountMinor * scaledRate(rate) + RATE_SCALE - 1n) / RATE_SCALE;
}

/** Subtracts the spread and rounds down once; the amount must not be negative. */
export function convertMinorDown(amountMinor: bigint, rate: number, spreadBp: number): bigint {
  const kept = BASIS_POINTS - BigInt(spreadBp);
  return (amountMinor * scaledRate(rate) * kept) / (RATE_SCALE * BASIS_POINTS);
}

function scaledRate(rate: number): bigint {
  const [mantissa = '0', exponent = '0'] = rate.toString().split('e');
  const [whole = '0', fraction = ''] = mantissa.split('.');
  const shift = RATE_DIGITS + Number(exponent);
  const all = whole + fraction;
  const places = shift - fraction.length;
  return places >= 0 ? BigInt(all) * 10n ** BigInt(places) : BigInt(all) / 10n ** BigInt(-places);
}
