import { expect, it, afterEach, describe, vi } from 'vitest';
import { base64url, CompactSign, exportJWK, generateKeyPair, SignJWT } from 'jose';

import type { ReceiptClaims } from '../../../../contract/fairness/commitment.ts';
import type { ReceiptKeysAnswer } from '../../../../contract/fairness.ts';
import { judgeReceipt, verifyReceipt } from './receipt.ts';

const ULID = '01ARZ3NDEKTSV4RRFFQ69G5FAA';
const RIGHT = '4829104467320';
const AT = '2026-01-02T03:04:05.678Z';
const rules = (revealMethod: string): string =>
  `{"amount":1,"currency":"NGN","feeBp":0,"hidden":[0],"revealMethod":"${revealMethod}","v":1}`;

const receipt = (fields: Partial<ReceiptClaims> = {}): ReceiptClaims => ({
  iss: 'https://goodies.test',
  voucher: ULID,
  number: 7,
  code: '4829104467321',
  created_at: AT,
  ...fields,
});
const RUNNING = {
  ulid: ULID,
  rules: rules('views'),
  code: null,
  winning_guess_number: null,
  entries: null,
};
const WON = { ...RUNNING, code: RIGHT, winning_guess_number: 9 };
const entry = (number: number, guess_code: string) => ({
  id: number,
  number,
  user_id: 1,
  username: 'kofi',
  avatar: null,
  guess_code,
  created_at: AT,
});
const DRAWN = {
  ...RUNNING,
  rules: rules('lottery'),
  code: RIGHT,
  entries: [entry(7, '4829104467321'), entry(9, RIGHT)],
};
const UNSAVED = { ...DRAWN, entries: null };

it.each([
  ['a voucher that is not over', receipt(), RUNNING, 'open'],
  ['another voucher', receipt({ voucher: '01ARZ3NDEKTSV4RRFFQ69G5FBB' }), WON, 'other-voucher'],
  ['a wrong guess', receipt(), WON, 'agrees'],
  ['the guess that won', receipt({ number: 9, code: RIGHT }), WON, 'agrees'],
  ['a right guess before the one that won', receipt({ code: RIGHT }), WON, 'contradicts'],
  [
    'a right guess that nobody was paid for',
    receipt({ code: RIGHT }),
    { ...WON, winning_guess_number: null },
    'contradicts',
  ],
  ['the number that won, with another code', receipt({ number: 9 }), WON, 'contradicts'],
  ['an entry', receipt(), DRAWN, 'agrees'],
  ['a right entry', receipt({ number: 9, code: RIGHT }), DRAWN, 'agrees'],
  ['an entry that was dropped', receipt({ number: 8 }), DRAWN, 'contradicts'],
  ['an entry with other digits', receipt({ code: RIGHT }), DRAWN, 'contradicts'],
  [
    'an entry of another moment',
    receipt({ created_at: '2026-01-02T03:04:05.679Z' }),
    DRAWN,
    'contradicts',
  ],
  ['an entry, without the others', receipt({ code: RIGHT }), UNSAVED, 'open'],
] as const)('%s: %s', (_, claims, published, outcome) => {
  expect(judgeReceipt(claims, published).outcome).toBe(outcome);
});

type Key = ReceiptKeysAnswer['keys'][number];

const CLAIMS = {
  iss: 'https://goodies.test',
  voucher: '01ARZ3NDEKTSV4RRFFQ69G5FAA',
  number: 41,
  code: '4829104467321',
  created_at: '2026-01-02T03:04:05.678Z',
};
const HEADER = { alg: 'EdDSA', kid: 'first', typ: 'goodies-receipt+jwt' };

const makeKey = async (kid: string) => {
  const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519' });
  const { x = '' } = await exportJWK(publicKey);
  const jwk: Key = { kty: 'OKP', crv: 'Ed25519', x, kid, alg: 'EdDSA', use: 'sig' };
  return { privateKey, jwk };
};
const [first, second] = [await makeKey('first'), await makeKey('second')];
const keys = [second.jwk, first.jwk];
const sign = (header: { alg: string } & Record<string, unknown>, claims: object = CLAIMS) =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(claims)))
    .setProtectedHeader(header)
    .sign(first.privateKey);
const encode = (value: object): string => base64url.encode(JSON.stringify(value));
const signed = await sign(HEADER);
const outcomeOf = async (text: string, known = keys): Promise<string> =>
  (await verifyReceipt(text, known)).outcome;

afterEach(() => vi.unstubAllGlobals());

it('reads what a genuine receipt says, however it was broken into lines', async () => {
  const genuine = { outcome: 'genuine', claims: CLAIMS };
  expect(await verifyReceipt(signed, keys)).toEqual(genuine);
  const broken = ` ${signed.slice(0, 70)}\n${signed.slice(70, 140)}\r\n ${signed.slice(140)}\n`;
  expect(await verifyReceipt(broken, keys)).toEqual(genuine);
});

it('refuses a receipt in which a single character was changed, whichever', async () => {
  for (let at = 0; at < signed.length; at += 1) {
    for (const other of ['A', 'B', '.', '=', '_']) {
      if (signed[at] === other) continue;
      const changed = signed.slice(0, at) + other + signed.slice(at + 1);
      expect(await outcomeOf(changed), `${other} at ${at}`).not.toBe('genuine');
    }
  }
});

it('has one text for one signature: bits that no decoder reads are zero', async () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const outcomes = await Promise.all(
    [...alphabet].map((last) => outcomeOf(signed.slice(0, -1) + last)),
  );
  expect(outcomes.filter((outcome) => outcome === 'genuine')).toHaveLength(1);
});

describe('another signature', () => {
  it('of a key that is not published, or under another’s name, is refused', async () => {
    expect(await outcomeOf(signed, [second.jwk])).toBe('unknown-key');
    expect(await outcomeOf(signed, [])).toBe('unknown-key');
    expect(await outcomeOf(await sign({ ...HEADER, kid: 'second' }))).toBe('forged');
  });

  it('of no algorithm is refused', async () => {
    const bare = `${encode({ ...HEADER, alg: 'none' })}.${encode(CLAIMS)}.`;
    expect(await outcomeOf(bare)).toBe('forged');
    expect(await outcomeOf(bare + signed.split('.')[2])).toBe('forged');
  });

  it('with the public key as a shared secret is refused', async () => {
    for (const secret of [base64url.decode(first.jwk.x), new TextEncoder().encode(first.jwk.x)]) {
      const confused = await new SignJWT({ ...CLAIMS })
        .setProtectedHeader({ ...HEADER, alg: 'HS256' })
        .sign(secret);
      expect(await outcomeOf(confused)).toBe('forged');
    }
  });

  it('over something else, or with conditions that we do not know, is refused', async () => {
    expect(await outcomeOf(await sign({ ...HEADER, typ: 'JWT' }))).toBe('forged');
    const critical = { ...HEADER, crit: ['b64'], b64: true };
    expect(await outcomeOf(await sign(critical))).toBe('forged');
    expect(await outcomeOf(await sign(HEADER, { ...CLAIMS, number: '41' }))).toBe('unreadable');
  });
});

it.each(['', 'hello', '..', 'a.b.c', `${signed}.more`])(
  'is told from what is none: %s',
  async (text) => {
    expect(await outcomeOf(text)).toBe('unreadable');
  },
);

it('says so where the browser cannot check it', async () => {
  const importKey = () => Promise.reject(new DOMException('', 'NotSupportedError'));
  vi.stubGlobal('crypto', { subtle: { importKey } });
  expect(await outcomeOf(signed)).toBe('unsupported');
  vi.stubGlobal('crypto', {});
  expect(await outcomeOf(signed)).toBe('unsupported');
});
