import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';

import type { VoucherDetail } from '../../contract/vouchers.ts';
import type { Renderer } from '../renderer.ts';
import { createVoucherPages, isVoucherPage, voucherAddress } from './voucher-pages.ts';

const TEMPLATE = {
  html: '<head>%HEAD%</head><div>%APP%</div>%KEYPAD%<script type="application/json">%SEED%</script>',
  keypad: '<template>%KEYPAD%</template>',
};
const VOUCHER = { ulid: '01ABC' } as VoucherDetail;

function setUp(body = '<b>ticket</b>', keypad = '') {
  let now = 0;
  const findVoucher = vi.fn(async () => VOUCHER);
  const renderer: Renderer = {
    renderPage: async () => ({ body, head: '<title>T</title>', keypad }),
    serializeSeed: (seed) => JSON.stringify(seed),
    isKnownPath: () => true,
  };
  const render = createVoucherPages({
    renderer,
    template: TEMPLATE,
    origin: 'https://x.test',
    findVoucher,
    now: () => now,
  });
  return { render, findVoucher, wait: (ms: number) => (now += ms) };
}

describe('createVoucherPages', () => {
  it('fills the template, and compresses it', async () => {
    const { render } = setUp();
    const { identity, br, gzip } = await render('01ABC', '/v/01ABC');
    expect(identity.toString()).toBe(
      '<head><title>T</title></head><div><b>ticket</b></div>' +
        '<script type="application/json">{"voucher":{"ulid":"01ABC"}}</script>',
    );
    expect(brotliDecompressSync(br)).toEqual(identity);
    expect(gunzipSync(gzip)).toEqual(identity);
  });

  it('has a keypad only for a voucher that takes guesses', async () => {
    const { identity } = await setUp('', '<b>keys</b>').render('01ABC', '/v/01ABC');
    expect(identity.toString()).toContain('<template><b>keys</b></template>');
    const { identity: none } = await setUp().render('01ABC', '/v/01ABC');
    expect(none.toString()).not.toContain('<template>');
  });

  it('does not take text of a voucher for a hole or a replacement pattern', async () => {
    const { render } = setUp('%SEED% $& $1');
    const { identity } = await render('01ABC', '/v/01ABC');
    expect(identity.toString()).toContain('>%SEED% $& $1</div>');
  });

  it('renders a page once for all who ask within two seconds', async () => {
    const { render, findVoucher, wait } = setUp();
    await Promise.all([render('01ABC', '/v/01ABC'), render('01ABC', '/v/01ABC')]);
    wait(1_999);
    await render('01ABC', '/v/01ABC');
    expect(findVoucher).toHaveBeenCalledTimes(1);
    wait(1);
    await render('01ABC', '/v/01ABC');
    expect(findVoucher).toHaveBeenCalledTimes(2);
  });

  it('caches no failure', async () => {
    const { render, findVoucher } = setUp();
    findVoucher.mockRejectedValueOnce(new Error('gone'));
    await expect(render('01ABC', '/v/01ABC')).rejects.toThrow('gone');
    await expect(render('01ABC', '/v/01ABC')).resolves.toBeDefined();
  });
});

it.each([
  ['/v/01ARZ3NDEKTSV4RRFFQ69G5FAV', '/v/01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['/v/01arz3ndektsv4rrffq69g5fav', '/v/01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['/v/01ARZ3NDEKTSV4RRFFQ69G5FAV/', '/v/01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['/v/7', '/v/7'],
  ['/v/007', '/v/7'],
  ['/v/0', '/v/0'],
  ['/lv/007', '/lv/7'],
  // A payment voucher's code: its zeros are digits of it.
  ['/v/0123456789012', '/v/0123456789012'],
])('knows %s as one page', (path, canonical) => {
  expect(voucherAddress(path)?.path).toBe(canonical);
});

it.each(['/', '/v', '/v/', '/v/a-b', '/v/7/fairness', `/v/${'1'.repeat(27)}`, '/V/7'])(
  'leaves %s alone',
  (path) => {
    expect(voucherAddress(path)).toBeUndefined();
  },
);

it.each([
  ['/v/x~', true],
  ['/V/a-b', true],
  ['/lv/x.png', true],
  ['/v/x~/fairness', true],
  ['/v/', false],
  ['/v/a/b', false],
  ['/wallet', false],
])('%s is a voucher’s page, whatever it names: %s', (path, is) => {
  expect(isVoucherPage(path)).toBe(is);
});
