import { expect, it } from 'vitest';

import { readShared, type Shared } from './share-page.tsx';

const ORIGIN = 'https://goodies.test';
const ULID = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
const CODE = '0123456789012';
const voucher = { kind: 'page', path: `/v/${ULID}` } as const;
const code = { kind: 'code', code: CODE } as const;

it.each<[string, Shared, ReturnType<typeof readShared>]>([
  ['a link', { url: `${ORIGIN}/v/${ULID}` }, voucher],
  ['a link as text, as phones share it', { text: `${ORIGIN}/v/${ULID}` }, voucher],
  [
    'a link at the end of a message, with its referral code',
    { text: `Guess with me:\n${ORIGIN}/v/${ULID}?ref=AB12CD34.` },
    { kind: 'page', path: `/v/${ULID}?ref=AB12CD34` },
  ],
  [
    'a link in bold, with a referral code in small letters',
    { text: `*${ORIGIN}/v/${ULID}?ref=ab12cd34*` },
    { kind: 'page', path: `/v/${ULID}?ref=AB12CD34` },
  ],
  ['a payment voucher’s link', { text: `${ORIGIN}/v/${CODE}` }, code],
  ['a code', { text: CODE }, code],
  ['a link before a code', { text: `${CODE} ${ORIGIN}/v/${ULID}` }, voucher],
  [
    'another page of the app',
    { url: `${ORIGIN}/signup?ref=AB12CD34` },
    { kind: 'page', path: '/signup?ref=AB12CD34' },
  ],
  ['the protocol with a code', { url: `web+goodies:${CODE}` }, code],
  ['the protocol with a path', { url: `web+goodies://v/${ULID}` }, voucher],
  ['nothing', {}, undefined],
  ['nulls', { title: null, text: null, url: null }, undefined],
  ['rubbish', { title: 'Hi', text: 'how are you?' }, undefined],
  ['a link of another site', { url: `https://evil.test/v/${ULID}` }, undefined],
  ['digits in the link of another site', { url: 'https://evil.test/?t=1700000000000' }, undefined],
  ['a script', { url: 'javascript:alert(1)' }, undefined],
  ['this page itself', { url: `${ORIGIN}/share?text=${CODE}` }, undefined],
  ['a call of the API', { url: `${ORIGIN}/api/docs` }, undefined],
  ['another site behind ours', { url: `${ORIGIN}//evil.test` }, undefined],
  ['another site behind ours, with another slash', { url: `${ORIGIN}/\\evil.test` }, undefined],
  ['another site behind the protocol', { url: 'web+goodies:.//evil.test' }, undefined],
  ['a flood', { text: `${'x'.repeat(5_000)} ${CODE}` }, undefined],
])('reads %s', (_what, shared, expected) => {
  expect(readShared(shared, ORIGIN)).toEqual(expected);
});
