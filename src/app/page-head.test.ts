import { expect, test } from 'vitest';

import type { VoucherDetail } from '../../contract/vouchers.ts';
import { sampleVoucher } from '../../local/testing/samples.ts';
import { headHtml, pageHead } from './page-head.ts';

const ORIGIN = 'https://goodies.test';
const PATH = '/v/01JD7Q4K';
const COVER = {
  src: '/covers/01JD7Q4K/800-a1.webp',
  srcset: '/covers/01JD7Q4K/800-a1.webp 800w',
  width: 800,
  height: 450,
  video_bytes: 0,
};

const voucher = (fields: Partial<VoucherDetail> = {}): VoucherDetail =>
  sampleVoucher({
    amount: 25_000,
    creator: 'ada',
    reveal_method: 'views',
    cover: COVER,
    ...fields,
  });

/** The tags by their keys. */
function tagsOf(fields?: Partial<VoucherDetail>): Readonly<Record<string, string>> {
  const seed = { voucher: voucher(fields) };
  return pageHead({ path: PATH, title: 'Voucher', seed, origin: ORIGIN }).meta;
}

test('a shared link shows prize, creator, how it opens, and the cover', () => {
  expect(tagsOf()).toMatchObject({
    'og:title': 'Win ₦25,000: guess the hidden digits',
    'og:description': 'A voucher by @ada. Digits open as views come in.',
    'og:url': `${ORIGIN}${PATH}`,
    'og:image': `${ORIGIN}${COVER.src}`,
    'twitter:card': 'summary_large_image',
  });
});

test.each([
  ['no cover', null],
  ['a video without a poster', { ...COVER, src: '', srcset: '', video_bytes: 2_000_000 }],
])('with %s it shows the app', (_, cover) => {
  expect(tagsOf({ cover })).toMatchObject({
    'og:image': `${ORIGIN}/icons/icon-512.png`,
    'twitter:card': 'summary',
  });
});

test('one that is won says so', () => {
  const titleOf = (fields: Partial<VoucherDetail>) =>
    tagsOf({ status: 'completed', is_used: true, ...fields })['og:title'];
  expect(titleOf({ winner: { username: 'kofi', avatar: null } })).toBe('₦25,000 won');
  expect(titleOf({ winners_count: 3 })).toBe('₦25,000 won');
  expect(titleOf({})).toBe('₦25,000: nobody won');
  expect(titleOf({ winners_count: 0 })).toBe('₦25,000: nobody won');
  expect(titleOf({ status: 'expired', is_used: false })).toBe('₦25,000: nobody won');
  expect(tagsOf({ is_used: true, status: 'completed' })['og:description']).toBe(
    'A voucher by @ada. It is over.',
  );
  expect(tagsOf({ status: 'pending' })['og:description']).toBe(
    'A voucher by @ada. Digits open as views come in.',
  );
});

test('a payment voucher promises no game, and says when it is worth nothing any more', () => {
  const payment = { purpose: 'payment', amount: 2_500.5, cover: null } as const;
  expect(tagsOf(payment)).toMatchObject({
    'og:title': '₦2,500.50 payment voucher',
    'og:description': 'A payment voucher by @ada. Its money is paid to whoever redeems its code.',
  });
  expect(tagsOf({ ...payment, status: 'used', is_used: true })['og:title']).toBe(
    '₦2,500.50 payment voucher: used',
  );
  expect(tagsOf({ ...payment, status: 'expired' })['og:title']).toBe(
    '₦2,500.50 payment voucher: expired',
  );
  for (const status of ['used', 'expired'] as const)
    expect(tagsOf({ ...payment, status, is_used: status === 'used' })['og:description']).toBe(
      'A payment voucher by @ada. It is over.',
    );
});

test('no text of a voucher ends the tag that it stands in', () => {
  const seed = { voucher: voucher({ creator: '"><script>alert(1)</script>' }) };
  const html = headHtml(pageHead({ path: PATH, title: 'Voucher', seed, origin: ORIGIN }));
  expect(html).not.toContain('<script');
  expect(html).toContain('@&quot;&gt;&lt;script');
});
