import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { fromHex, toHex } from './sha256.ts';
import { commitTo, proveDigits, type DigitProof } from './commitment.ts';
import { entriesRoot, entryLeaf, type PublishedEntry } from './entries.ts';
import { merkleLevels, merklePath } from './merkle.ts';
import {
  PROOF_FORMAT,
  readProofFile,
  writeProofFile,
  type ProofFile,
  type CheckName,
} from './proof-file.ts';
import { readSealedRules } from './sealed-rules.ts';
import { verifyProof, type Expected } from './verify-proof.ts';

const ULID = '01ARZ3NDEKTSV4RRFFQ69G5FAA';
const CODE = '4829104467320';
const MASTER = '5a'.repeat(32);
const HIDDEN = [2, 9, 10, 12];
const MASKED = [...CODE].map((digit, at) => (HIDDEN.includes(at) ? '*' : digit)).join('');
const ENTRIES: readonly PublishedEntry[] = [1, 2, 3, 5, 9].map((number) => ({
  number,
  user_id: 40 + number,
  guess_code: number === 5 ? CODE : '4829104467321',
  created_at: `2026-01-0${number}T00:00:00.000Z`,
}));

const rulesOf = (method: string): string =>
  `{"amount":1000000,"currency":"NGN","feeBp":1000,"hidden":${JSON.stringify(HIDDEN)},"revealMethod":"${method}","v":1}`;

function proofOf({
  ulid = ULID,
  code = CODE,
  isOver = false,
  method = 'views',
}: {
  ulid?: string;
  code?: string;
  isOver?: boolean;
  method?: string;
} = {}): ProofFile {
  const rules = rulesOf(method);
  const master = fromHex(MASTER);
  const open = [...code].flatMap((_, at) => (isOver || !HIDDEN.includes(at) ? [at] : []));
  const isDrawn = isOver && method === 'lottery';
  return {
    format: PROOF_FORMAT,
    ulid,
    commitment: commitTo(ulid, code, master, rules).commitment,
    rules,
    digits: proveDigits(ulid, code, master, open),
    master: isOver ? MASTER : null,
    code: isOver ? code : null,
    entries_root: isDrawn ? entriesRoot(ulid, ENTRIES) : null,
    entries: isDrawn ? ENTRIES : null,
  };
}

const OPEN = proofOf();
const OVER = proofOf({ isOver: true });
const DRAWN = proofOf({ isOver: true, method: 'lottery' });
const OTHER = proofOf({ ulid: '01ARZ3NDEKTSV4RRFFQ69G5FBB', code: '1234567890123' });

const failed = (proof: ProofFile, expected?: Expected): CheckName[] =>
  verifyProof(proof, expected).checks.flatMap(({ name, outcome }) =>
    outcome === 'fail' ? [name] : [],
  );
const sayingOf = (proof: ProofFile, wanted: CheckName, expected?: Expected): string =>
  verifyProof(proof, expected).checks.find(({ name }) => name === wanted)?.says ?? '';

/** The proof with another thing in place of the digit at `position`. */
const withDigit = (
  proof: ProofFile,
  position: number,
  change: (digit: DigitProof) => Partial<DigitProof>,
): ProofFile => ({
  ...proof,
  digits: proof.digits.map((digit) =>
    digit.position === position ? { ...digit, ...change(digit) } : digit,
  ),
});
const flip = (hex: string): string => (hex.startsWith('0') ? '1' : '0') + hex.slice(1);

describe('an untouched proof', () => {
  it.each([
    ['while digits are hidden', OPEN, 9],
    ['once it is over', OVER, 13],
    ['of a drawn lottery', DRAWN, 13],
  ])('passes %s', (_, proof, count) => {
    const verdict = verifyProof(proof, { ulid: ULID, commitment: proof.commitment });
    expect(verdict).toMatchObject({ hasFailed: false, refuted: [] });
    expect(verdict.proved).toHaveLength(count);
    expect(readProofFile(writeProofFile(proof))).toEqual(proof);
  });

  it.each([
    [0, 'There were no entries.'],
    [1, 'The only entry was counted.'],
    [5, 'All 5 entries were counted, none was dropped.'],
  ])('says of a lottery with %i entries what that is', (count, says) => {
    const entries = ENTRIES.slice(0, count);
    const drawn = { ...DRAWN, entries, entries_root: entriesRoot(ULID, entries) };
    expect(sayingOf(drawn, 'entries')).toBe(says);
  });

  it('says of one’s own entries that they are among all, where all are too many to have', () => {
    const levels = merkleLevels(ENTRIES.map((entry) => entryLeaf(ULID, entry)));
    const own = ENTRIES.map((entry, index) => ({
      ...entry,
      index,
      size: ENTRIES.length,
      path: merklePath(levels, index).map(toHex),
    })).slice(1, 3);
    const proof = { ...DRAWN, entries: null, own_entries: own };
    const receipts = own.map(({ number }) => ({ number }));
    expect(readProofFile(writeProofFile(proof))).toEqual(proof);
    expect(sayingOf(proof, 'entries', { receipts })).toBe('Your 2 entries were counted, among 5.');
    const [first, second] = own;
    if (!first || !second) throw new Error('there are two');
    for (const forged of [
      [],
      [first],
      [first, { ...second, user_id: 1 }],
      [first, { ...second, index: 1 }],
    ])
      expect(failed({ ...proof, own_entries: forged }, { receipts })).toEqual(['entries']);
    expect(sayingOf({ ...DRAWN, entries: null }, 'entries', { receipts })).toBe(
      'The entries were not saved with this proof.',
    );
  });

  it('says what is still to come', () => {
    expect(verifyProof(OPEN).checks.find(({ name }) => name === 'code')?.outcome).toBe('open');
    expect(sayingOf(proofOf({ method: 'lottery' }), 'entries')).toContain(
      'when the lottery is drawn',
    );
  });
});

describe('a forgery is told by its name:', () => {
  const rules = OPEN.rules.replace('1000000', '9000000');
  it.each<[string, ProofFile, CheckName[], string]>([
    [
      'a digit',
      withDigit(OPEN, 3, () => ({ digit: '7' })),
      ['digits'],
      'Not what was sealed: digit 4 (it was 9).',
    ],
    [
      'a salt',
      withDigit(OVER, 3, ({ salt }) => ({ salt: flip(salt) })),
      ['digits'],
      'Not what was sealed: digit 4.',
    ],
    [
      'a path',
      withDigit(OPEN, 4, ({ path: [first = '', ...rest] }) => ({ path: [flip(first), ...rest] })),
      ['paths'],
      'The link to the seal was changed: digit 5.',
    ],
    [
      'the end of a path',
      withDigit(OPEN, 4, ({ path }) => ({ path: [...path.slice(0, -1), flip(path.at(-1) ?? '')] })),
      ['paths'],
      'The link to the seal was changed: digit 5.',
    ],
    [
      'a path that is too short',
      withDigit(OPEN, 4, ({ path }) => ({ path: path.slice(1) })),
      ['paths'],
      'digit 5',
    ],
    [
      'every digit',
      {
        ...OPEN,
        digits: OPEN.digits.map((proof) => ({
          ...proof,
          digit: String((Number(proof.digit) + 1) % 10),
        })),
      },
      ['digits'],
      'digit 1 (it was 4), digit 2 (it was 8)',
    ],
    [
      'a digit that is left out',
      { ...OPEN, digits: OPEN.digits.slice(1) },
      ['digits'],
      'Open from the start, but not proved: digit 1.',
    ],
    ['another voucher’s number', { ...OPEN, ulid: OTHER.ulid }, ['voucher'], 'another voucher'],
    [
      'another voucher’s digits',
      { ...OPEN, digits: OTHER.digits },
      ['voucher'],
      'made for another voucher',
    ],
    ['edited rules', { ...OPEN, rules }, ['rules'], 'The rules are not the ones'],
    ['edited rules when it is over', { ...OVER, rules }, ['rules'], 'The rules are not the ones'],
    ['another seal', { ...OPEN, commitment: OTHER.commitment }, ['rules'], 'not the ones'],
    ['another code', { ...OVER, code: '4829104467321' }, ['code'], 'The whole code'],
    [
      'a number that two entries have, and the root made to fit',
      {
        ...DRAWN,
        entries: [...ENTRIES, ...ENTRIES.slice(-1)],
        entries_root: entriesRoot(ULID, [...ENTRIES, ...ENTRIES.slice(-1)]),
      },
      ['entries'],
      'An entry was changed or dropped.',
    ],
    ['another key', { ...OVER, master: flip(MASTER) }, ['code'], 'or its key'],
    ['a key that is kept back', { ...OVER, master: null }, ['code'], 'or its key'],
    [
      'the entries of a drawn lottery that are kept back',
      { ...DRAWN, entries: null, entries_root: null },
      ['entries'],
      'The lottery is drawn, but its entries were not published.',
    ],
    [
      'an entry dropped in the middle',
      { ...DRAWN, entries: ENTRIES.filter(({ number }) => number !== 3) },
      ['entries'],
      'An entry was changed or dropped.',
    ],
    [
      'the last entry dropped',
      { ...DRAWN, entries: ENTRIES.slice(0, -1) },
      ['entries'],
      'An entry was changed or dropped.',
    ],
    [
      'an entry that was changed',
      {
        ...DRAWN,
        entries: ENTRIES.map((entry) => (entry.number === 2 ? { ...entry, user_id: 1 } : entry)),
      },
      ['entries'],
      'An entry was changed or dropped.',
    ],
  ])('%s', (_, proof, names, words) => {
    expect(failed(proof)).toEqual(names);
    expect(sayingOf(proof, names[0] ?? 'voucher')).toContain(words);
  });

  it.each([
    '{}',
    'null',
    'no rules',
    OPEN.rules.replace('1000000', '0.5'),
    OPEN.rules.replace('1000000', '"all"'),
    OPEN.rules.replace('"NGN"', '7'),
    OPEN.rules.replace('[2,', '[13,'),
    OPEN.rules.replace('"v"', '"closesAtMs":9e15,"v"'),
    OPEN.rules.replace('"v"', '"waitMs":"long","v"'),
  ])('rules that say none, sealed all the same: %s', (nonsense) => {
    const { commitment } = commitTo(ULID, CODE, fromHex(MASTER), nonsense);
    const proof = { ...OPEN, rules: nonsense, commitment };
    expect(failed(proof)).toEqual(['rules']);
    expect(readSealedRules(nonsense)).toBeUndefined();
    expect(verifyProof(proof).proved).toEqual([]);
  });

  it('a whole proof in another’s place', () => {
    expect(failed(OTHER)).toEqual([]);
    expect(failed(OTHER, { ulid: ULID })).toEqual(['voucher']);
    expect(verifyProof(OTHER, { ulid: ULID }).proved).toEqual([]);
  });

  it('a voucher that was sealed anew', () => {
    const anew = proofOf({ code: '9999999999999' });
    expect(failed(anew, { ulid: ULID, commitment: OPEN.commitment })).toEqual(['seal']);
  });

  it('one’s own entry dropped from the end, and the root made to fit', () => {
    const entries = ENTRIES.slice(0, -1);
    const forged = { ...DRAWN, entries, entries_root: entriesRoot(ULID, entries) };
    expect(failed(forged, { receipts: [{ number: 2 }] })).toEqual([]);
    expect(sayingOf(forged, 'entries', { receipts: [{ number: 2 }, { number: 9 }] })).toBe(
      'Entry 9 was dropped: it is yours.',
    );
  });

  it('another entry under one’s own number, and the root made to fit', () => {
    const [first, second, ...others] = ENTRIES;
    if (!first || !second) throw new Error('the lottery has two entries');
    const own = { number: 2, code: second.guess_code, userId: second.user_id };
    expect(failed(DRAWN, { receipts: [own] })).toEqual([]);
    const forgeries = [
      { ...second, guess_code: '0000000000000' },
      { ...second, user_id: second.user_id + 1 },
    ];
    for (const forgery of forgeries) {
      const entries = [first, forgery, ...others];
      const forged = { ...DRAWN, entries, entries_root: entriesRoot(ULID, entries) };
      expect(failed(forged)).toEqual([]);
      expect(sayingOf(forged, 'entries', { receipts: [own] })).toBe(
        'Entry 2 is not what you sent.',
      );
    }
  });

  it('a ticket that shows something else', () => {
    expect(failed(OPEN, { shown: { maskedCode: MASKED, amount: 1_000_000 } })).toEqual([]);
    const expected = { shown: { maskedCode: `5${MASKED.slice(1)}`, amount: 2_000_000 } };
    expect(failed(OPEN, expected)).toEqual(['ticket']);
    expect(sayingOf(OPEN, 'ticket', expected)).toContain('sealed: prize, digits.');
    expect(verifyProof(OPEN, expected)).toMatchObject({ refuted: [0] });
  });

  it.each([
    ['a digit that opened', `${MASKED.slice(0, -1)}0`, 'digit 13'],
    ['the whole code', CODE, 'digit 3, digit 10, digit 11, digit 13'],
  ])('%s is not said to be what was sealed while it has no proof', (_, maskedCode, names) => {
    const check = verifyProof(OPEN, { shown: { maskedCode } }).checks.find(
      ({ name }) => name === 'ticket',
    );
    expect(check).toMatchObject({ outcome: 'open', says: `Shown, but not proved yet: ${names}.` });
  });

  it('and marks no digit that does not stand', () => {
    const forged = withDigit(OPEN, 3, () => ({ digit: '7' }));
    expect(verifyProof(forged)).toMatchObject({ hasFailed: true, refuted: [3] });
    expect(verifyProof(forged).proved).toEqual([0, 1, 4, 5, 6, 7, 8, 11]);
  });
});

describe('a file', () => {
  it('in which a single character was changed never passes', () => {
    const characters = [...'0123456789abcdefABCDEFxyz{}[]":, \n'];
    for (const proof of [OPEN, OVER, DRAWN]) {
      const text = JSON.stringify(proof);
      fc.assert(
        fc.property(
          fc.nat({ max: text.length - 1 }),
          fc.oneof(fc.constantFrom(...characters), fc.string({ minLength: 1, maxLength: 1 })),
          (at, character) => {
            fc.pre(text[at] !== character);
            const read = readProofFile(text.slice(0, at) + character + text.slice(at + 1));
            if (read) expect(verifyProof(read).hasFailed, `${character} at ${at}`).toBe(true);
          },
        ),
        { numRuns: 400 },
      );
    }
  });

  it('of no voucher’s name is not read: it would be printed as if it were a finding', () => {
    for (const ulid of ['', `${ULID}\n\nThis proof holds.\u001b[8m`, `${ULID}\n`])
      expect(readProofFile(writeProofFile({ ...OPEN, ulid }))).toBeUndefined();
  });

  it.each(['', '{}', '[]', 'null', JSON.stringify({ ...OPEN, more: 1 }), 'not JSON'])(
    'that is none is not read: %s',
    (text) => {
      expect(readProofFile(text)).toBeUndefined();
    },
  );
});
