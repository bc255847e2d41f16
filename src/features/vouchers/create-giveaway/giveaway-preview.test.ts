import { expect, test } from 'vitest';

import { openPlaces } from '../../../../contract/vouchers/voucher-code.ts';
import { emptyGiveaway } from './giveaway-form.ts';
import { previewCode, previewFacts } from './giveaway-preview.tsx';

const FORM = emptyGiveaway('NGN');

test.each([2, 4] as const)(
  '%i digits are hidden, and the own ones stand in their places',
  (count) => {
    const code = previewCode('55', count, 13);
    expect(code).toHaveLength(13);
    expect(openPlaces(code)).toBe(count);
    expect(code.startsWith('55*')).toBe(true);
    // No digit is invented.
    expect(code.replaceAll('*', '').trim()).toBe('55');
  },
);

test('what is not filled in yet is left open', () => {
  expect(previewFacts(FORM)).toEqual(['0 / … views', 'Next digit at …']);
  expect(previewFacts({ ...FORM, method: 'time' })).toEqual(['Next digit on …']);
});

test('each method says what opens the next digit', () => {
  const opensAt = '2026-11-28T20:00';
  expect(previewFacts({ ...FORM, firstViews: '5000', secondViews: '9000' })[1]).toBe(
    'Next digit at 5,000',
  );
  expect(previewFacts({ ...FORM, maskedDigits: 2, secondViews: '9000' })[0]).toBe(
    '0 / 9,000 views',
  );
  expect(previewFacts({ ...FORM, method: 'time', opensAt })).toEqual([
    'Next digit on 28 Nov, 20:00',
  ]);
  expect(previewFacts({ ...FORM, method: 'lottery', opensAt })[1]).toBe('Draw 28 Nov, 20:00');
});

test('a deadline is said last, of a lottery none', () => {
  const until = { doesExpire: true, expiresAt: '2026-12-24T18:00' };
  expect(previewFacts({ ...FORM, ...until }).at(-1)).toBe('Until 24 Dec 2026, 18:00');
  expect(previewFacts({ ...FORM, ...until, method: 'lottery' })).toHaveLength(2);
  expect(previewFacts({ ...FORM, doesExpire: true })).toHaveLength(2);
});
