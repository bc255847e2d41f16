import { expect, test } from 'vitest';

import { readRedeemInput } from './read-redeem-input.ts';

const ULID = '01JD7Q4KZX0V9T3B5M8R2W6Y1C';

test.each(['', '   ', '\n'])('%j is empty', (text) => {
  expect(readRedeemInput(text)).toEqual({ kind: 'empty' });
});

test.each([
  `https://goodies.test/v/${ULID}?ref=ADA4`,
  `http://localhost:8080/lv/${ULID}/`,
  `/v/${ULID}#top`,
  `v/${ULID}`,
  ULID,
  ` ${ULID.toLowerCase()} `,
])('%s leads to the giveaway', (text) => {
  const input = readRedeemInput(text);
  expect(input.kind).toBe('giveaway');
  expect(input.kind === 'giveaway' && input.id.toUpperCase()).toBe(ULID);
});

test('a link may name a voucher by its number', () => {
  expect(readRedeemInput('https://goodies.test/v/42')).toEqual({ kind: 'giveaway', id: '42' });
});

test.each([
  ['4471 9028 86130', '4471902886130'],
  ['4471902886130', '4471902886130'],
  ['12', '12'],
  ['https://goodies.test/wallet', 'https://goodies.test/wallet'],
  ['/v/../login', '/v/../login'],
])('%s is taken for a code', (text, code) => {
  expect(readRedeemInput(text)).toEqual({ kind: 'code', code });
});
