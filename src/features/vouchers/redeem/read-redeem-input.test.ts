import { expect, test } from 'vitest';

import { errorMessage } from '../../../../contract/errors.ts';
import { readPasted, readRedeemInput } from './read-redeem-input.ts';

const ULID = '01JD7Q4KZX0V9T3B5M8R2W6Y1C';

test('blanks are empty', () => {
  expect(readRedeemInput(' \n')).toEqual({ kind: 'none', problem: errorMessage('redeem_empty') });
});

test.each([
  `https://goodies.test/v/${ULID}?ref=ADA4`,
  `http://localhost:8080/lv/${ULID}/`,
  `/v/${ULID}#top`,
  `v/${ULID}`,
  ULID,
  `${ULID}.`,
  `https://goodies.test/V/${ULID}&fbclid=1`,
  ` ${ULID.toLowerCase()} `,
])('%s leads to the giveaway', (text) => {
  const input = readRedeemInput(text);
  expect(input.kind).toBe('giveaway');
  expect(input.kind === 'giveaway' && input.id.toUpperCase()).toBe(ULID);
});

test.each(['12', 'https://goodies.test/wallet', '/v/../login'])('%s is neither', (text) => {
  expect(readRedeemInput(text)).toEqual({ kind: 'none', problem: errorMessage('code_malformed') });
});

test.each([
  ['?ref=ada4', 'ADA4'],
  ['?ref=ADA4.', 'ADA4'],
  ['&ref=ADA4&fbclid=1', 'ADA4'],
])('the sharer of a link with %s is credited', (query, referralCode) => {
  const input = readRedeemInput(`https://goodies.test/v/${ULID}${query}`);
  expect(input).toEqual({ kind: 'giveaway', id: ULID, referralCode });
});

test('a link may name a voucher by its number', () => {
  expect(readRedeemInput('https://goodies.test/v/42')).toEqual({ kind: 'giveaway', id: '42' });
});

test.each([
  ['code: 4471 9028 86130', '4471902886130'],
  ['https://goodies.test/v/4471902886130', '4471902886130'],
  ['/v/4471902886130?ref=ADA4', '4471902886130'],
  ['https://goodies.test/v/4471902886130).', '4471902886130'],
])('%s is taken for a code', (text, code) => {
  expect(readRedeemInput(text)).toEqual({ kind: 'code', code });
});

test.each([
  ['For you: https://goodies.test/v/4471902886130 Enjoy', '4471902886130'],
  ['Your code is 4471 9028 86130.', '4471902886130'],
  [`Look: https://goodies.test/v/${ULID}`, `https://goodies.test/v/${ULID}`],
  ['call 0712345678 now', 'call 0712345678 now'],
])('of %j pasted, %j is left', (text, left) => {
  expect(readPasted(text)).toBe(left);
});
