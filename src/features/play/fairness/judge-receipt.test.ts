import { expect, it } from 'vitest';

import type { ReceiptClaims } from '../../../../contract/fairness/receipt.ts';
import { judgeReceipt } from './judge-receipt.ts';

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
