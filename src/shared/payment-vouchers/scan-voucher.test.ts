import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { scanVoucher } from './scan-voucher.ts';

const wrap = (scan: () => Promise<unknown>): void => {
  vi.stubGlobal('GoodiesNative', { version: 1, scan });
};

const ORIGIN = 'https://goodies.test';

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  vi.stubGlobal('location', { origin: ORIGIN });
});
afterEach(() => vi.unstubAllGlobals());

test('a browser is told where scanning works', async () => {
  const message = 'QR scanning is available in our mobile app';
  expect(await scanVoucher()).toEqual({ kind: 'none', message, hasFailed: false });
  vi.stubGlobal('GoodiesNative', { version: 1 });
  expect(await scanVoucher()).toEqual({ kind: 'none', message, hasFailed: false });
});

test('a code and a link of ours are gone on with', async () => {
  wrap(async () => ({ text: '4471 9028 86130' }));
  expect(await scanVoucher()).toEqual({ kind: 'code', code: '4471902886130' });
  wrap(async () => ({ text: `${ORIGIN}/v/42` }));
  expect(await scanVoucher()).toEqual({ kind: 'page', path: '/v/42' });
});

test.each([
  [new DOMException('denied', 'NotAllowedError'), 'Camera permission is required to scan QR codes'],
  [new Error('lens is dirty'), 'Error scanning QR code: lens is dirty'],
  ['busy', 'Error scanning QR code: busy'],
  [undefined, 'Error scanning QR code: the camera gave no reason'],
])('a fault of the camera is said: %s', async (fault, message) => {
  wrap(() => Promise.reject(fault));
  expect(await scanVoucher()).toEqual({ kind: 'none', message, hasFailed: true });
});

test.each([{ text: 'https://evil.test/v/42' }, { text: 7 }, 'text', null, {}])(
  'what is no voucher of ours is refused: %j',
  async (answer) => {
    wrap(async () => answer);
    const message = 'Error: this is no Goodies voucher';
    expect(await scanVoucher()).toEqual({ kind: 'none', message, hasFailed: true });
  },
);

test('giving up is no failure, and there is one camera', async () => {
  let end: (answer: unknown) => void = () => undefined;
  const scan = vi.fn(() => new Promise((resolve) => (end = resolve)));
  wrap(scan);
  const first = scanVoucher();
  expect(await scanVoucher()).toBeUndefined();
  end({ cancelled: true });
  expect(await first).toBeUndefined();
  expect(scan).toHaveBeenCalledOnce();
});
