import { expect, test } from 'vitest';

import { groupedCode, handOverLink, hiddenCode } from './code-and-link.ts';

test.each([
  ['', ''],
  ['4', '4'],
  ['44719', '4471 9'],
  ['4471 9028 8', '4471 9028 8'],
  ['4471902886130', '4471 9028 86130'],
  ['4471-9028-86130-99', '4471 9028 86130'],
  ['a4b4', '44'],
  ['٤٤٧١٩', '4471 9'],
])('%j is shown as %j', (text, shown) => {
  expect(groupedCode(text)).toBe(shown);
});

const ULID = '01JD7Q4KZX0V9T3B5M8R2W6Y1C';
const share_url = `https://elsewhere.test/v/${ULID}/`;

test('the link of a payment voucher carries its code', () => {
  const voucher = { purpose: 'payment', code: '4471902886135', share_url } as const;
  expect(handOverLink('https://goodies.test', voucher)).toBe(
    'https://goodies.test/v/4471902886135',
  );
});

test('any other ends as its share address does', () => {
  const link = `https://goodies.test/v/${ULID}`;
  expect(handOverLink('https://goodies.test', { purpose: 'payment', code: null, share_url })).toBe(
    link,
  );
  const completed = { purpose: 'giveaway', code: '4471902886135', share_url } as const;
  expect(handOverLink('https://goodies.test', completed)).toBe(link);
});

test('a hidden code stands in the same groups', () => {
  expect(hiddenCode(13)).toBe('•••• •••• •••••');
});
