import fc from 'fast-check';
import { expect, test } from 'vitest';

import type { VoucherDetail } from '../contract/vouchers.ts';
import { HIDDEN, openNextDigit } from '../contract/vouchers/voucher-code.ts';
import { mergeVoucher } from './merge-voucher.ts';
import { CODE_A, sampleVoucher } from './testing/samples.ts';

const END = {
  status: 'completed',
  is_used: true,
  can_guess: false,
  code: CODE_A,
  winner: { username: 'kofi', avatar: null },
  winning_guess_number: 12,
  completed_at: '2026-01-02T00:00:00Z',
  own_share: 5_000,
} as const satisfies Partial<VoucherDetail>;

/** Every state that the server has had of a giveaway, oldest first: digits open, views come in, somebody wins. */
const history = fc
  .array(fc.record({ views: fc.nat(500), opens: fc.boolean() }), { minLength: 1, maxLength: 8 })
  .chain((steps) => {
    const states = [sampleVoucher({ status: 'pending', views: 0, views_count: 0 })];
    for (const { views, opens } of steps) {
      const last = states.at(-1) ?? sampleVoucher();
      const sum = last.views + views;
      const masked_code = opens ? openNextDigit(last.masked_code, CODE_A).masked : last.masked_code;
      states.push({ ...last, status: 'active', views: sum, views_count: sum, masked_code });
    }
    const last = states.at(-1) ?? sampleVoucher();
    // A poll tells that it is over before the detail says how.
    const polled = { ...last, status: 'completed', is_used: true, can_guess: false } as const;
    states.push(polled, { ...last, ...END });
    return fc.record({ states: fc.constant(states), order: arrivals(states.length) });
  });

/** The places of the states in the order in which the device hears of them. */
const arrivals = (count: number) =>
  fc.array(fc.nat(count - 1), { minLength: 1, maxLength: 3 * count });

test('whatever the order in which news of a voucher comes, nothing of it goes back', () => {
  fc.assert(
    fc.property(history, ({ states, order }) => {
      let known: VoucherDetail | undefined;
      let newest = 0;
      for (const place of order) {
        const news = states[place] as VoucherDetail;
        const before = known;
        known = mergeVoucher(before, news);
        newest = Math.max(newest, place);
        // What is known now is the newest state of all that were heard, never one in between.
        expect(known).toEqual(states[newest]);
        for (const [at, digit] of [...(before?.masked_code ?? '')].entries())
          if (digit !== HIDDEN) expect(known.masked_code.charAt(at)).toBe(digit);
      }
    }),
  );
});

test('a list that was asked for before the win leaves winner, share and code', () => {
  const won = sampleVoucher(END);
  expect(mergeVoucher(won, sampleVoucher())).toMatchObject(END);
});

test('whoever sees less of a payment voucher’s code is shown no more of it', () => {
  const own = sampleVoucher({ purpose: 'payment', masked_code: '4829104467***' });
  const shown = sampleVoucher({ purpose: 'payment', masked_code: '*'.repeat(13) });
  expect(mergeVoucher({ ...own, code: CODE_A }, shown)).toEqual(shown);
});
