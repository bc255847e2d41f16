import type { Currency } from './money.ts';

export const REGION_KEYS = ['nigeria', 'ghana', 'kenya'] as const;
export type RegionKey = (typeof REGION_KEYS)[number];
export const PROCESSORS = ['paystack', 'flutterwave', 'mobile_money', 'mpesa'] as const;
export type Processor = (typeof PROCESSORS)[number];

export interface RegionInfo {
  readonly key: RegionKey;
  readonly name: string;
  readonly code: 'NG' | 'GH' | 'KE';
  readonly currency: Exclude<Currency, 'USD'>;
  readonly currency_symbol: string;
  readonly flag: string;
  readonly locale: string;
  readonly timezone: string;
  /** Constant, because no region has summer time. */
  readonly utcOffsetMinutes: number;
  readonly phone_code: string;
  readonly processors: readonly Processor[];
  readonly default_processor: Processor;
  /** Major units of the region's currency. */
  readonly voucher_minimum: number;
}

export const DEFAULT_REGION: RegionKey = 'nigeria';

export const REGIONS: Readonly<Record<RegionKey, RegionInfo>> = {
  nigeria: {
    key: 'nigeria',
    name: 'Nigeria',
    code: 'NG',
    currency: 'NGN',
    currency_symbol: '₦',
    flag: '🇳🇬',
    locale: 'en-NG',
    timezone: 'Africa/Lagos',
    utcOffsetMinutes: 60,
    phone_code: '+234',
    processors: ['paystack', 'flutterwave'],
    default_processor: 'paystack',
    voucher_minimum: 100,
  },
  ghana: {
    key: 'ghana',
    name: 'Ghana',
    code: 'GH',
    currency: 'GHS',
    currency_symbol: 'GH₵',
    flag: '🇬🇭',
    locale: 'en-GH',
    timezone: 'Africa/Accra',
    utcOffsetMinutes: 0,
    phone_code: '+233',
    processors: ['paystack', 'flutterwave', 'mobile_money'],
    default_processor: 'mobile_money',
    voucher_minimum: 10,
  },
  kenya: {
    key: 'kenya',
    name: 'Kenya',
    code: 'KE',
    currency: 'KES',
    currency_symbol: 'KSh',
    flag: '🇰🇪',
    locale: 'en-KE',
    timezone: 'Africa/Nairobi',
    utcOffsetMinutes: 180,
    phone_code: '+254',
    processors: ['flutterwave', 'mpesa'],
    default_processor: 'mpesa',
    voucher_minimum: 100,
  },
};

export const isRegionKey = (value: unknown): value is RegionKey =>
  typeof value === 'string' && (REGION_KEYS as readonly string[]).includes(value);

/** Older apps stored a string in any case or an object; unknown values become the default. */
export function normaliseRegion(value: unknown): RegionKey {
  const raw = typeof value === 'object' && value !== null && 'key' in value ? value.key : value;
  const key = typeof raw === 'string' ? raw.toLowerCase() : raw;
  return isRegionKey(key) ? key : DEFAULT_REGION;
}

export const FALLBACK_TO_USD = { NGN: 0.00066, GHS: 0.07, KES: 0.0078, USD: 1 } as const;
export const FALLBACK_FROM_USD = { NGN: 1520, GHS: 14.29, KES: 128.21, USD: 1 } as const;

/** undefined for dollars, which belong to no region. */
export const regionOfMoney = (currency: string): RegionInfo | undefined =>
  Object.values(REGIONS).find((region) => region.currency === currency);
