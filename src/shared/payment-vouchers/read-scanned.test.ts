import { expect, test } from 'vitest';

import { readPerson, readScanned } from './read-scanned.ts';

const ORIGIN = 'https://goodies.test';
const ULID = '01JD7Q4KZX0V9T3B5M8R2W6Y1C';
const CODE = '4471902886130';

test.each([
  [CODE, { kind: 'code', code: CODE }],
  [' 4471 9028 86130\n', { kind: 'code', code: CODE }],
  [`${ORIGIN}/V/${ULID}&ref=ada4&fbclid=1`, { kind: 'page', path: `/v/${ULID}?ref=ADA4` }],
  [`${ORIGIN}/v/${ULID}?ref=ADA4.`, { kind: 'page', path: `/v/${ULID}?ref=ADA4` }],
  [`${ORIGIN}/v/${CODE}`, { kind: 'code', code: CODE }],
  [`${ORIGIN}/v/${CODE}?ref=ADA4`, { kind: 'code', code: CODE }],
  [`${ORIGIN}/v/${ULID}`, { kind: 'page', path: `/v/${ULID}` }],
  [`${ORIGIN}/lv/${ULID}/`, { kind: 'page', path: `/v/${ULID}` }],
  [
    `${ORIGIN}/v/${ULID}?ref=ADA4&next=//evil.test#x`,
    { kind: 'page', path: `/v/${ULID}?ref=ADA4` },
  ],
  [`${ORIGIN}/v/${ULID}?ref=a%22b`, { kind: 'page', path: `/v/${ULID}` }],
  [`HTTPS://GOODIES.TEST/v/${ULID}`, { kind: 'page', path: `/v/${ULID}` }],
])('%j is read', (text, scanned) => {
  expect(readScanned(text, ORIGIN)).toEqual(scanned);
});

test.each([
  '',
  'hello',
  `https://evil.test/v/${ULID}`,
  `https://evil.test/v/${CODE}`,
  `http://goodies.test/v/${ULID}`,
  `https://goodies.test:8443/v/${ULID}`,
  `https://goodies.test@evil.test/v/${ULID}`,
  `https://goodies.test.evil.test/v/${ULID}`,
  `https://evil.test/https://goodies.test/v/${ULID}`,
  `javascript:location='https://goodies.test/v/${ULID}'`,
  `data:text/html,/v/${ULID}`,
  `//goodies.test/v/${ULID}`,
  `/v/${ULID}`,
  `${ORIGIN}/wallet`,
  `${ORIGIN}/v/../login`,
  `${ORIGIN}/v/${ULID}/fairness`,
  `${ORIGIN}/v/${ULID}?${'x'.repeat(600)}`,
])('%j is refused', (text) => {
  expect(readScanned(text, ORIGIN)).toBeUndefined();
});

test('a referral link of ours names a person, another link does not', () => {
  expect(readPerson(` ${ORIGIN}/signup?ref=ada4 `, ORIGIN)).toEqual({
    kind: 'person',
    referralCode: 'ADA4',
  });
  for (const text of [
    '',
    'ADA4',
    `${ORIGIN}/signup`,
    `${ORIGIN}/v/42?ref=ADA4`,
    'https://evil.test/signup?ref=ADA4',
    `${ORIGIN}/signup?ref=ADA4&x=${'x'.repeat(600)}`,
  ])
    expect(readPerson(text, ORIGIN)).toBeUndefined();
});
