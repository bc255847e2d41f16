import { describe, expect, it } from 'vitest';

import { commitTo, proveDigits } from '../../../contract/fairness/commitment.ts';
import type { KnownProof } from '../../../local/queries/vouchers.ts';
import { CODE_A, sampleVoucher, ULID_A } from '../../../local/testing/samples.ts';
import type { RefreshState } from '../../platform/live/use-refresh.ts';
import { decideView, progressText } from './fairness-view.ts';

const MASTER = new Uint8Array(32);
const HIDDEN = [5, 9, 11, 12];
const RULES = `{"amount":500000,"closesAtMs":null,"currency":"NGN","feeBp":1000,"firstRevealViews":100,"hidden":${JSON.stringify(HIDDEN)},"opensAtMs":null,"revealMethod":"views","secondRevealViews":200,"v":1}`;
const { commitment } = commitTo(ULID_A, CODE_A, MASTER, RULES);
const MASKED = [...CODE_A].map((digit, at) => (HIDDEN.includes(at) ? '*' : digit)).join('');
const OPEN = [...[...CODE_A].keys()].filter((at) => !HIDDEN.includes(at));

const KNOWN: KnownProof = {
  voucher: { ...sampleVoucher({ commitment, masked_code: MASKED }), fetchedAt: 1 },
  proof: {
    success: true,
    ulid: ULID_A,
    commitment,
    firstCommitment: commitment,
    rules: RULES,
    digits: proveDigits(ULID_A, CODE_A, MASTER, OPEN).map((digit) => ({
      ...digit,
      path: [...digit.path],
    })),
    master: null,
    code: null,
    winning_guess_number: null,
    entries_root: null,
    entries_count: 0,
    entries: null,
    money: {
      currency: 'NGN',
      paid_in: 0,
      returned: 0,
      prize: 0,
      sharers: 0,
      platform: 0,
      in_escrow: 0,
      in_pool: 0,
      movements: [],
    },
    fetchedAt: 1,
  },
  receipts: [],
};

const RUNNING: RefreshState = { phase: 'running' };
const failedBy = (code: 'offline' | 'voucher_removed'): RefreshState => ({
  phase: 'failed',
  error: { code, message: 'Why' },
});
const withProof = (change: Partial<NonNullable<KnownProof['proof']>>): KnownProof => {
  if (!KNOWN.proof) throw new Error('no proof');
  return { ...KNOWN, proof: { ...KNOWN.proof, ...change } };
};

describe('the screen', () => {
  it('shows what the device has, whatever became of the refresh', () => {
    for (const refresh of [RUNNING, failedBy('offline'), failedBy('voucher_removed')])
      expect(decideView(KNOWN, refresh)).toMatchObject({
        phase: 'ready',
        verdict: { hasFailed: false, proved: OPEN },
      });
  });

  it('tells a voucher that is not here from one without a game', () => {
    expect(decideView(undefined, RUNNING).phase).toBe('loading');
    expect(decideView(undefined, failedBy('offline')).phase).toBe('not-saved');
    expect(decideView(undefined, failedBy('voucher_removed')).phase).toBe('failed');
    const payment = { ...KNOWN, voucher: { ...KNOWN.voucher, commitment: null }, proof: undefined };
    expect(decideView(payment, RUNNING).phase).toBe('no-game');
  });

  it.each([
    ['the ticket names another prize', { ...KNOWN, voucher: { ...KNOWN.voucher, amount: 9_000 } }],
    ['another seal was seen first', withProof({ firstCommitment: 'f'.repeat(64) })],
    ['it is another voucher’s', withProof({ ulid: 'other' })],
  ])('fails loudly when %s', (_, known) => {
    expect(decideView(known, RUNNING)).toMatchObject({ verdict: { hasFailed: true } });
  });
});

it('says how far the voucher is', () => {
  const digits = KNOWN.proof?.digits ?? [];
  const [first] = digits;
  const more = first ? [...digits, first] : [];
  expect(progressText({ digits, master: null }, 4)).toContain('No hidden digit has opened yet');
  expect(progressText({ digits: more, master: null }, 4)).toBe(
    '1 hidden digit has opened so far, 3 still sealed.',
  );
  expect(progressText({ digits, master: 'ff' }, 4)).toContain('is over');
});
