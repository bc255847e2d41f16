import { describe, expect, it, onTestFinished } from 'vitest';

import { SECOND_MS } from '../../contract/durations.ts';
import { parseUsdRates, rateTable, readUsdRates } from './rates.ts';
import { CURRENCIES } from '../../contract/money.ts';
import { FALLBACK_FROM_USD, FALLBACK_TO_USD } from '../../contract/region-table.ts';
import { FakeGateway, type FakeAnswer } from '../../tests/fakes/fake-gateway.ts';

/** A rate service that answers this way. */
async function serve(answered: FakeAnswer): Promise<FakeGateway> {
  const service = await FakeGateway.start(() => answered);
  onTestFinished(() => service.close());
  return service;
}

const NOW_MS = Date.UTC(2026, 10, 2, 9);
const answer = {
  result: 'success',
  time_last_update_unix: Date.UTC(2026, 10, 1) / SECOND_MS,
  base_code: 'USD',
  rates: { USD: 1, NGN: 1497.2, GHS: 12.41, KES: 129.5, EUR: 0.9 },
};

describe('the rate service', () => {
  it('is read for our currencies', async () => {
    const { url } = await serve({ status: 200, body: answer });
    expect(await readUsdRates(url, NOW_MS)).toEqual({
      NGN: 1497.2,
      GHS: 12.41,
      KES: 129.5,
    });
  });

  it('is not looked for elsewhere', async () => {
    const elsewhere = await serve({ status: 200, body: answer });
    const { url } = await serve({ status: 302, body: '', headers: { location: elsewhere.url } });
    await expect(readUsdRates(url, NOW_MS)).rejects.toThrow('fetch failed');
  });

  it.each([
    ['an error status', 429, answer, '429'],
    ['no JSON', 200, '<html>', 'JSON'],
    ['an error in good form', 200, { result: 'error', 'error-type': 'quota' }, 'failure'],
  ])('fails on %s', async (_what, status, body, message) => {
    const { url } = await serve({ status, body });
    await expect(readUsdRates(url, NOW_MS)).rejects.toThrow(message);
  });

  it('fails when no answer comes in time', async () => {
    const service = await serve({ status: 200, body: answer });
    service.failNext(/./, { kind: 'silent' });
    await expect(readUsdRates(service.url, NOW_MS, 50)).rejects.toThrow(/timeout/i);
  });

  it.each([
    ['another base', { ...answer, base_code: 'EUR' }],
    ['a missing currency', { ...answer, rates: { NGN: 1500, GHS: 12 } }],
    ['a zero', { ...answer, rates: { ...answer.rates, KES: 0 } }],
    ['a text', { ...answer, rates: { ...answer.rates, KES: '130' } }],
    ['rates of last week', { ...answer, time_last_update_unix: Date.UTC(2026, 9, 26) / SECOND_MS }],
    ['nothing', null],
  ])('is not believed with %s', (_what, body) => {
    expect(() => parseUsdRates(body, NOW_MS)).toThrow('the rate service');
  });
});

describe('the table of rates', () => {
  const table = rateTable(FALLBACK_TO_USD, FALLBACK_FROM_USD);

  it('has every pair, and one for a currency to itself', () => {
    for (const from of CURRENCIES) {
      for (const to of CURRENCIES) expect(table[from][to]).toBeGreaterThan(0);
      expect(table[from][from]).toBe(1);
    }
  });

  it('keeps the rates to and from USD as they are and crosses the others through it', () => {
    expect(table.USD.NGN).toBe(1520);
    expect(table.KES.USD).toBe(0.0078);
    expect(table.KES.GHS).toBe(0.111462);
  });
});
