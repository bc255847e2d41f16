import { expect, it } from 'vitest';

import type { VoucherDetail } from '../../contract/vouchers.ts';
import { serializeSeed } from './seed.ts';

it('cannot end the script element it stands in, and reads back as it was', () => {
  const seed = { voucher: { ad_copy: '</script><!--<script>' } as VoucherDetail };
  const text = serializeSeed(seed);
  expect(text).not.toContain('<');
  expect(JSON.parse(text)).toEqual(seed);
});
