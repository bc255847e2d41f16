import { expect, test } from 'vitest';

import { voucherLink } from './voucher-link.ts';

test('the link carries the referral code of a user who has one', () => {
  expect(voucherLink('https://goodies.test', '01JD7Q4K')).toBe('https://goodies.test/v/01JD7Q4K');
  expect(voucherLink('https://goodies.test', '01JD7Q4K', 'ADA42')).toBe(
    'https://goodies.test/v/01JD7Q4K?ref=ADA42',
  );
});
