import { expect, test, vi } from 'vitest';

import type { VoucherDetail } from '../../../../contract/vouchers.ts';
import { sampleVoucher } from '../../../../local/testing/samples.ts';
import { render } from '../../../ui/test-render.ts';
import { LiveView } from './live-page.tsx';

vi.mock('../../../platform/live/use-live.ts', () => ({ useLive: () => ({ phase: 'loading' }) }));
vi.mock('../../../platform/lazy/lazy-component.tsx', () => ({
  lazyComponent: () => Object.assign(() => null, { preload: async () => undefined }),
}));

const textOf = (overrides: Partial<VoucherDetail>): string =>
  render(<LiveView voucher={sampleVoucher(overrides)} />).container.textContent;

test('who watches a voucher reads how it ended, where it is over', () => {
  const drawn = { reveal_method: 'lottery', status: 'completed', amount: 1_000 } as const;
  expect(textOf({ ...drawn, winners_count: 4 })).toContain('4 winners, ₦250 each');
  const winner = { username: 'kofi', avatar: null };
  const won = { status: 'completed', winner, winning_guess_number: 7 } as const;
  expect(textOf(won)).toContain('Winner, receipt no. 7@kofi');
});

test('what opens the next digit is said while it is not', () => {
  const text = textOf({ views: 10, second_reveal_views: 500, first_reveal_views: null });
  expect(text).toContain('One digit will be revealed at 500 views.');
  expect(text).not.toContain('Winner');
});
