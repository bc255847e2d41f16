import { describe, expect, it } from 'vitest';

import type { ErrorCode } from '../../../contract/errors.ts';
import { PROOF_CODES } from '../accounts/pin/proof-codes.ts';
import { nextOrder, type OrderEvent, type OrderState } from './money-order.ts';

type State = OrderState<string, string>;
type Event = OrderEvent<string, string>;
const run = (...events: Event[]): State =>
  events.reduce<State>((state, event) => nextOrder(state, event), { phase: 'editing' });

const ASKED = { type: 'asked' } as const;
const CHECKED = { type: 'checked', order: '₦500 for Mum' } as const;
const SENT = { type: 'sent', order: '₦500 for Mum' } as const;
const ANSWERED = { type: 'answered', answer: 'completed' } as const;
const failedWith = (code: ErrorCode, status?: number): Event =>
  ({
    type: 'failed',
    failure: { code, message: code, ...(status !== undefined && { status }) },
  }) as const;

describe('an order', () => {
  it('is checked, reviewed, sent and answered', () => {
    expect(run(ASKED, CHECKED)).toEqual({ phase: 'reviewing', order: '₦500 for Mum' });
    expect(run(ASKED, CHECKED, SENT, ANSWERED)).toEqual({
      phase: 'ended',
      order: '₦500 for Mum',
      answer: 'completed',
    });
  });

  it('that cannot be checked is back at the form', () => {
    expect(run(ASKED, failedWith('timeout')).phase).toBe('editing');
  });

  it('is reviewed anew where a refusal asks for that', () => {
    const failed = { ...failedWith('quote_expired', 409), anew: 'at a new rate' } as Event;
    expect(run(ASKED, CHECKED, SENT, failed)).toEqual({
      phase: 'reviewing',
      order: 'at a new rate',
    });
  });

  it('that was refused is back at the form', () => {
    expect(run(ASKED, CHECKED, SENT, failedWith('insufficient_funds', 422)).phase).toBe('editing');
  });

  it('without an answer is unknown, not failed, and sent again it stays so', () => {
    const unknown = run(ASKED, CHECKED, SENT, failedWith('timeout'));
    expect(unknown.phase).toBe('unknown');
    const again = nextOrder(unknown, SENT);
    expect(again).toMatchObject({ phase: 'sending', isRepeated: true });
    // The first try may have been taken, whatever the limit says of the second.
    expect(nextOrder(again, failedWith('too_many_requests', 429)).phase).toBe('unknown');
    expect(run(ASKED, CHECKED, SENT, failedWith('too_many_requests', 429)).phase).toBe('editing');
  });

  it.each([
    ['timeout', undefined],
    ['network', undefined],
    ['offline', undefined],
    ['internal', 500],
  ] as const)('is not known to have failed after %s', (code, status) => {
    expect(run(ASKED, CHECKED, SENT, failedWith(code, status)).phase).toBe('unknown');
  });

  it.each(PROOF_CODES)(
    'stays unknown when its repeat ends with %s and the sheet is closed',
    (code) => {
      const repeated = run(ASKED, CHECKED, SENT, failedWith('timeout'), SENT);
      expect(nextOrder(repeated, failedWith(code, 403)).phase).toBe('unknown');
      expect(run(ASKED, CHECKED, SENT, failedWith(code, 403)).phase).toBe('editing');
    },
  );

  it('is not closed or ordered anew while it is on its way, and hears one answer', () => {
    expect(run(ASKED, CHECKED, SENT, { type: 'corrected' }).phase).toBe('sending');
    expect(run(ASKED, CHECKED, SENT, ASKED).phase).toBe('sending');
    expect(run(ASKED, CHECKED, ANSWERED).phase).toBe('reviewing');
    expect(run(ASKED, CHECKED, SENT, ANSWERED, failedWith('timeout')).phase).toBe('ended');
    expect(run(SENT).phase).toBe('editing');
    expect(run(ASKED, { type: 'corrected' }, CHECKED).phase).toBe('editing');
  });
});
