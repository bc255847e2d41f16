import { EXCHANGE_RATES_MAX_AGE_MS } from '../../contract/constants.ts';
import { SECOND_MS } from '../../contract/durations.ts';
import type { Config } from '../config/config.ts';

export interface RateSource {
  /** Units of NGN, GHS and KES for one USD. @throws when the source fails or its rates are too old */
  readUsdRates(
    nowMs: number,
  ): Promise<{ readonly NGN: number; readonly GHS: number; readonly KES: number }>;
}

const TIMEOUT_MS = 8_000;
const QUOTED = ['NGN', 'GHS', 'KES'] as const;

/** The service answers like open.er-api.com: `{result, base_code, rates: {CODE: units per USD}}`. */
export function createHttpRateSource(url: string, timeoutMs: number = TIMEOUT_MS): RateSource {
  return {
    async readUsdRates(nowMs) {
      const response = await fetch(url, {
        signal: AbortSignal.timeout(timeoutMs),
        headers: { accept: 'application/json' },
        // Only the configured service is trusted.
        redirect: 'error',
      });
      if (!response.ok) throw new Error(`the rate service answered ${response.status}`);
      return parseUsdRates(await response.json(), nowMs);
    },
  };
}

/** @throws also for old rates, because a dead service continues to answer */
export function parseUsdRates(
  body: unknown,
  nowMs: number,
): Awaited<ReturnType<RateSource['readUsdRates']>> {
  const answer = (body ?? {}) as Readonly<
    Partial<Record<'result' | 'base_code' | 'rates' | 'time_last_update_unix', unknown>>
  >;
  if (answer.result !== 'success') throw new Error('the rate service reports a failure');
  if (answer.base_code !== 'USD') throw new Error('the rate service does not quote in USD');
  const updatedAt = answer.time_last_update_unix;
  if (typeof updatedAt === 'number' && nowMs - updatedAt * SECOND_MS > EXCHANGE_RATES_MAX_AGE_MS)
    throw new Error('the rate service tells old rates');
  const rates = (answer.rates ?? {}) as Readonly<Record<string, unknown>>;
  const [NGN, GHS, KES] = QUOTED.map((currency) => {
    const rate = rates[currency];
    if (typeof rate !== 'number' || !Number.isFinite(rate) || rate <= 0) {
      throw new Error(`the rate service has no rate for ${currency}`);
    }
    return rate;
  }) as [number, number, number];
  return { NGN, GHS, KES };
}

/** Without a service, stored or built-in rates are used. */
export const createRateSource = (config: Pick<Config, 'ratesUrl'>): RateSource =>
  config.ratesUrl === undefined
    ? { readUsdRates: () => Promise.reject(new Error('RATES_URL is not set')) }
    : createHttpRateSource(config.ratesUrl);
