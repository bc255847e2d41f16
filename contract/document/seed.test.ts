import { expect, it } from 'vitest';

import type { VoucherDetail } from '../vouchers.ts';
import { serializeSeed } from './seed.ts';

it('cannot end the script element it stands in, and reads back as it was', () => {
  const seed = { voucher: { ad_copy: '</script><!--<script>' } as VoucherDetail };
  const text = serializeSeed(seed);
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toEqual(seed);
});

it('leaves out what no screen shows', () => {
  const voucher = { ulid: '01ABC', commitment: 'f00', share_url: 'https://x.test/v/01ABC' };
  const text = serializeSeed({ voucher: voucher as VoucherDetail });
  expect(JSON.parse(text)).toEqual({ voucher: { ulid: '01ABC' } });
});
