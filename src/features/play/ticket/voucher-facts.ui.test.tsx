import { expect, test } from 'vitest';

import type { VoucherDetail } from '../../../../contract/vouchers.ts';
import { sampleVoucher } from '../../../../local/testing/samples.ts';
import { render } from '../../../ui/test-render.ts';
import { VoucherOutcome } from './voucher-facts.tsx';

const textOf = (overrides: Partial<VoucherDetail>): string | null =>
  render(
    <VoucherOutcome
      voucher={sampleVoucher({
        reveal_method: 'lottery',
        status: 'completed',
        amount: 1_000,
        ...overrides,
      })}
    />,
  ).container.textContent;

test('a winner who is alone is named, with the number of the receipt, which is not how many have guessed', () => {
  const winner = { username: 'kofi', avatar: null };
  const won = { winner, winning_guess_number: 48_211, entries_count: 12, winners_count: 1 };
  const text = textOf({ ...won, own_share: 1_000 });
  expect(text).toContain('Winner, receipt no. 48,211@kofi');
});

test('several are counted, with what each got', () => {
  expect(textOf({ winners_count: 4 })).toBe('4 winners, ₦250 each');
  expect(textOf({ winners_count: 3 })).toBe('3 winners, about ₦333 each');
  const small = { amount: 10, currency: 'GHS', winners_count: 20 } as const;
  expect(textOf(small)).toBe('20 winners, about GH₵0.50 each');
});

test('one of them reads their own share to the last unit', () => {
  const text = textOf({ winners_count: 3, own_share: 333.34 });
  expect(text).toBe('3 winners, about ₦333 eachYou won ₦333.34');
});

test('without a winner it says where the prize went', () => {
  expect(textOf({ winners_count: 0 })).toBe(
    'No correct entry. The prize went back to its creator.',
  );
});

test('nothing is said before the result has been fetched', () => {
  expect(textOf({})).toBe('');
  expect(textOf({ reveal_method: 'views' })).toBe('');
});

const ENDED_AT = '2026-11-28T17:00:00Z';

test.each(['views', 'time'] as const)('by %s, at the deadline', (method) => {
  const ended = { reveal_method: method, completed_at: ENDED_AT, expires_at: ENDED_AT };
  const text = 'Nobody guessed it. The prize went back to its creator.28 November 2026';
  expect(textOf(ended)).toBe(text);
  // It was never paid: there was no prize.
  expect(textOf({ ...ended, status: 'expired' })).toBe('');
});
