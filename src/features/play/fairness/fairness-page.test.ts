import { describe, expect, it } from 'vitest';

import type { Verdict } from '../../../../contract/fairness/verify-proof.ts';
import { fail, ok } from '../../../../contract/result.ts';
import { KNOWN_PROOF } from '../../../../local/testing/known-proof.ts';
import type { RefreshState } from '../../../platform/live/use-refresh.ts';
import { decideView } from './fairness-page.tsx';
import { progressText } from './fairness-report.tsx';

const VERDICT: Verdict = { checks: [], hasFailed: false, proved: [0], refuted: [] };
const FOUND = ok(VERDICT);

const RUNNING: RefreshState = { phase: 'running' };
const failedBy = (code: 'offline' | 'voucher_removed'): RefreshState => ({
  phase: 'failed',
  error: { code, message: 'Why' },
});

describe('the screen', () => {
  it('shows what the device has, whatever became of the refresh', () => {
    for (const refresh of [RUNNING, failedBy('offline'), failedBy('voucher_removed')])
      expect(decideView(KNOWN_PROOF, FOUND, refresh)).toMatchObject({
        phase: 'ready',
        verdict: VERDICT,
      });
  });

  it('claims nothing before the proof was checked, and says so where that failed', () => {
    expect(decideView(KNOWN_PROOF, undefined, RUNNING).phase).toBe('loading');
    expect(decideView(KNOWN_PROOF, ok(undefined), RUNNING).phase).toBe('loading');
    const unfetched = fail({ code: 'network', message: 'Why' });
    expect(decideView(KNOWN_PROOF, unfetched, failedBy('offline')).phase).toBe('unchecked');
    expect(
      decideView(KNOWN_PROOF, fail({ code: 'worker_failed', message: 'Why' }), RUNNING).phase,
    ).toBe('failed');
  });

  it('tells a voucher that is not here from one without a game', () => {
    const view = (refresh: RefreshState) => decideView(undefined, undefined, refresh).phase;
    expect(view(RUNNING)).toBe('loading');
    expect(view(failedBy('offline'))).toBe('not-saved');
    expect(view(failedBy('voucher_removed'))).toBe('failed');
    const payment = {
      ...KNOWN_PROOF,
      voucher: { ...KNOWN_PROOF.voucher, commitment: null },
      proof: undefined,
    };
    expect(decideView(payment, undefined, RUNNING).phase).toBe('no-game');
  });
});

it('says how far the voucher is', () => {
  const digits = KNOWN_PROOF.proof?.digits ?? [];
  const [first] = digits;
  const more = first ? [...digits, first] : [];
  expect(progressText({ digits, master: null }, 4)).toContain('No hidden digit has opened yet');
  expect(progressText({ digits: more, master: null }, 4)).toBe(
    '1 hidden digit has opened so far, 3 still sealed.',
  );
  expect(progressText({ digits, master: 'ff' }, 4)).toContain('is over');
});
