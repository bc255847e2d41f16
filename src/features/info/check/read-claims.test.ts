import { expect, test } from 'vitest';

import { readClaims, type Claim } from './read-claims.ts';

const HOST = 'goodies.test';
const ULID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const voucher = { kind: 'voucher', name: ULID } as const;
const foreign = (host: string, isLookalike: boolean): Claim => ({
  kind: 'foreign',
  host,
  isLookalike,
});

test.each<[string, string, readonly Claim[]]>([
  ['a link', `https://${HOST}/v/${ULID}`, [voucher]],
  ['a link in a message', `*Win now!* (https://${HOST}/v/${ULID}?ref=AB12CD34).`, [voucher]],
  ['a link without its scheme, as posters print it', `${HOST}/v/${ULID}`, [voucher]],
  ['the number of a voucher', ULID, [voucher]],
  [
    'a live link and a proof',
    `https://${HOST}/lv/42 https://${HOST}/v/42/fairness`,
    [{ kind: 'voucher', name: '42' }],
  ],
  ['a code', '4829 1044 67320', [{ kind: 'code' }]],
  ['the link of a code', `https://${HOST}/v/4829104467320`, [{ kind: 'code' }]],
  ['another page of ours', `https://${HOST}/wallet`, [{ kind: 'page', path: '/wallet' }]],
  ['a lookalike', `https://goodies-ng.com/v/${ULID}`, [foreign('goodies-ng.com', true)]],
  ['a lookalike alone', 'Visit g00dies.com today', [foreign('g00dies.com', true)]],
  [
    'our name before another',
    `https://${HOST}.win-now.xyz/v/${ULID}`,
    [foreign(`${HOST}.win-now.xyz`, true)],
  ],
  [
    'our name as a user of another',
    `https://${HOST}@evil.test/v/${ULID}`,
    [foreign('evil.test', false)],
  ],
  ['letters of another script', 'https://gооdies.test/v/1', [foreign('xn--gdies-jyea.test', true)]],
  ['a shortened link', 'bit.ly/win', [foreign('bit.ly', false)]],
  [
    'a true and a false link',
    `https://${HOST}/v/${ULID} claim at goodies-pay.com`,
    [foreign('goodies-pay.com', true), voucher],
  ],
  ['talk', 'Is it real? ask me@goodies.com or call +234 803 555 0142. Thanks.Bye', []],
  ['nothing', '', []],
])('of %s it reads what can be checked', (_what, text, claims) => {
  expect(readClaims(text, HOST)).toEqual(claims);
});

test('a flood is cut', () => {
  const flood = Array.from({ length: 2_000 }, (_, at) => `https://a${at}.test/v/1`).join(' ');
  expect(readClaims(flood, HOST)).toHaveLength(5);
});
