import { expect, test, vi } from 'vitest';

import { sampleVoucher } from '../../../../local/testing/samples.ts';
import type { Guessing } from '../guess/guessing.ts';
import { one, render } from '../../../ui/test-render.ts';
import { ClaimFooter } from './voucher-ticket.tsx';
import { VoucherView } from './voucher-view.tsx';

vi.mock('../../../platform/live/use-live.ts', () => ({ useLive: () => ({ phase: 'loading' }) }));
vi.mock('../../../platform/lazy/lazy-component.tsx', () => ({
  lazyComponent: () => Object.assign(() => null, { preload: async () => undefined }),
}));

const nothing = (): void => undefined;
const IDLE: Guessing = {
  state: { phase: 'idle', guess: '' },
  open: nothing,
  claim: nothing,
  openToSkip: nothing,
  close: nothing,
  type: nothing,
  submit: nothing,
};

test('a giveaway that was cancelled before it was paid is not called used', () => {
  const voucher = sampleVoucher({ status: 'cancelled' });
  const { container } = render(
    <ClaimFooter voucher={voucher} guessing={IDLE} isOpen={false} reason={undefined} />,
  );
  expect(one(container, 'button').textContent).toBe('Voucher cancelled');
});

test('nor is it in the heading', () => {
  const { container } = render(<VoucherView voucher={sampleVoucher({ status: 'cancelled' })} />);
  expect(one(container, 'h1').textContent).toContain('Voucher cancelled');
});
