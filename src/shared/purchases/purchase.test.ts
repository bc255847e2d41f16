import { describe, expect, it } from 'vitest';

import {
  nextPurchase,
  type PurchaseEvent,
  type PurchaseState,
} from '../../features/shop/purchases/purchase.machine.ts';

type State = PurchaseState<string>;
const run = (...events: PurchaseEvent<string>[]): State =>
  events.reduce<State>((state, event) => nextPurchase(state, event), { phase: 'editing' });

const ORDERED = { type: 'ordered', order: '₦500 for Mum' } as const;
const SENT = { type: 'sent' } as const;
const answered = {
  type: 'answered',
  answer: { reference: 'gdp-1', status: 'completed', created_at: '2026-11-23T10:12:00.000Z' },
} as const;
const failedWith = (
  code: 'timeout' | 'insufficient_funds' | 'too_many_requests',
  status?: number,
) =>
  ({
    type: 'failed',
    failure: { code, message: code, ...(status !== undefined && { status }) },
  }) as const;

describe('a purchase', () => {
  it('is looked over, sent and answered', () => {
    expect(run(ORDERED)).toEqual({ phase: 'confirming', order: '₦500 for Mum' });
    expect(run(ORDERED, SENT, answered)).toMatchObject({
      phase: 'ended',
      answer: { status: 'completed' },
    });
  });

  it('that was refused is back at the form', () => {
    expect(run(ORDERED, SENT, failedWith('insufficient_funds', 422)).phase).toBe('editing');
  });

  it('without an answer is unknown, not failed, and sent again it stays so', () => {
    const unknown = run(ORDERED, SENT, failedWith('timeout'));
    expect(unknown.phase).toBe('unknown');
    const again = nextPurchase(unknown, SENT);
    expect(again).toMatchObject({ phase: 'sending', isRepeated: true });
    // The first try may have been taken, whatever the limit says of the second.
    expect(nextPurchase(again, failedWith('too_many_requests', 429)).phase).toBe('unknown');
    expect(run(ORDERED, SENT, failedWith('too_many_requests', 429)).phase).toBe('editing');
  });

  it('is not closed or ordered anew while it is on its way, and hears one answer', () => {
    expect(run(ORDERED, SENT, { type: 'closed' }).phase).toBe('sending');
    expect(run(ORDERED, SENT, ORDERED).phase).toBe('sending');
    expect(run(ORDERED, answered).phase).toBe('confirming');
    expect(run(ORDERED, SENT, answered, failedWith('timeout')).phase).toBe('ended');
    expect(run(SENT).phase).toBe('editing');
  });
});
