import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';

import { SECOND_MS } from '../../contract/durations.ts';
import { createHttpRateSource, createRateSource, parseUsdRates } from './rate-source.ts';

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

/** A rate service that answers this way; `undefined` never answers. */
async function serve(status: number, body: string | undefined): Promise<string> {
  server = createServer((_request, response) => {
    if (body !== undefined)
      response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  });
  await new Promise<void>((resolve) => {
    server?.listen(0, '127.0.0.1', resolve);
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v6/latest/USD`;
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
    const url = await serve(200, JSON.stringify(answer));
    expect(await createHttpRateSource(url).readUsdRates(NOW_MS)).toEqual({
      NGN: 1497.2,
      GHS: 12.41,
      KES: 129.5,
    });
  });

  it('is not looked for elsewhere', async () => {
    const elsewhere = await serve(200, JSON.stringify(answer));
    const target = server;
    server = createServer((_request, response) =>
      response.writeHead(302, { location: elsewhere }).end(),
    );
    await new Promise<void>((resolve) => {
      server?.listen(0, '127.0.0.1', resolve);
    });
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    await expect(createHttpRateSource(url).readUsdRates(NOW_MS)).rejects.toThrow('fetch failed');
    target?.closeAllConnections();
    target?.close();
  });

  it.each([
    ['an error status', 429, JSON.stringify(answer), '429'],
    ['no JSON', 200, '<html>', 'JSON'],
    ['an error in good form', 200, '{"result":"error","error-type":"quota"}', 'failure'],
  ])('fails on %s', async (_what, status, body, message) => {
    const url = await serve(status, body);
    await expect(createHttpRateSource(url).readUsdRates(NOW_MS)).rejects.toThrow(message);
  });

  it('fails when no answer comes in time', async () => {
    const url = await serve(200, undefined);
    await expect(createHttpRateSource(url, 50).readUsdRates(NOW_MS)).rejects.toThrow(/timeout/i);
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

  it('fails at once when none is configured', async () => {
    await expect(createRateSource({ ratesUrl: undefined }).readUsdRates(NOW_MS)).rejects.toThrow(
      'RATES_URL',
    );
  });
});
