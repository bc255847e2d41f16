import { createHash } from 'node:crypto';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';

import type { VoucherDetail } from '../../contract/vouchers.ts';
import type { Renderer } from './renderer.ts';
import { createVoucherPages } from './voucher-pages.ts';

const TEMPLATE =
  '<head>%HEAD%<style>%FIRST%</style></head><div data-path="%PATH%">%APP%</div><style type="text/later">%STYLES%</style>' +
  '<script type="application/json">%SEED%</script>';
const STYLES = [
  'b{color:red}',
  { rule: ['.none{color:red}'], needs: [['.none']], plays: [] },
  { rule: ['.below{color:red}'], needs: [['.below']], plays: [] },
];
const VOUCHER = { ulid: '01ABC' } as VoucherDetail;

function setUp(body = '<b>ticket</b>') {
  let now = 0;
  const findVoucher = vi.fn(async () => VOUCHER);
  const renderer: Renderer = {
    renderPage: async () => ({ body, head: '<title>T</title>' }),
    serializeSeed: (seed) => JSON.stringify(seed),
    isKnownPath: () => true,
  };
  const render = createVoucherPages({
    renderer,
    template: TEMPLATE,
    styles: STYLES,
    hashes: { scripts: ["'sha256-script'"], styles: ["'sha256-fonts'"] },
    origin: 'https://x.test',
    findVoucher,
    now: () => now,
  });
  return { render, findVoucher, wait: (ms: number) => (now += ms) };
}

describe('createVoucherPages', () => {
  it('fills the template, and compresses it', async () => {
    const body = '<b>ticket</b><div class="later"><p class="below">more</p></div>';
    const { render } = setUp(body);
    const { identity, br, gzip } = (await render('01ABC', '/v/01ABC')).file;
    expect(identity.toString()).toBe(
      `<head><title>T</title><style>b{color:red}</style></head><div data-path="/v/01ABC">${body}</div>` +
        '<style type="text/later">b{color:red}.below{color:red}</style>' +
        '<script type="application/json">{"voucher":{"ulid":"01ABC"}}</script>',
    );
    expect(brotliDecompressSync(br ?? '')).toEqual(identity);
    expect(gunzipSync(gzip ?? '')).toEqual(identity);
  });

  it('allows the scripts and styles of the template, and the styles that it put in', async () => {
    const body = '<div class="later"><p class="below">more</p></div>';
    const { headers } = await setUp(body).render('01ABC', '/v/01ABC');
    const [first, all] = ['b{color:red}', 'b{color:red}.below{color:red}'].map((text) =>
      createHash('sha256').update(text).digest('base64'),
    );
    expect(headers['content-security-policy']).toContain("script-src 'self' 'sha256-script';");
    expect(headers['content-security-policy']).toContain(
      `style-src-elem 'self' 'sha256-fonts' 'sha256-${first}' 'sha256-${all}';`,
    );
  });

  it('does not take text of a voucher for a hole or a replacement pattern', async () => {
    const { render } = setUp('%SEED% $& $1');
    const { file } = await render('01ABC', '/v/01ABC');
    expect(file.identity.toString()).toContain('>%SEED% $& $1</div>');
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

  it('keeps no failure', async () => {
    const { render, findVoucher } = setUp();
    findVoucher.mockRejectedValueOnce(new Error('gone'));
    await expect(render('01ABC', '/v/01ABC')).rejects.toThrow('gone');
    await expect(render('01ABC', '/v/01ABC')).resolves.toBeDefined();
  });
});
