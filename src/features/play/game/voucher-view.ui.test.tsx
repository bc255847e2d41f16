import { expect, test, vi } from 'vitest';

import { sampleVoucher } from '../../../../local/testing/samples.ts';
import { one, render } from '../../../ui/test-render.ts';
import { VoucherView } from './voucher-view.tsx';

vi.mock('../../../platform/live/use-live.ts', () => ({ useLive: () => ({ phase: 'loading' }) }));
vi.mock('../../../platform/lazy/lazy-component.tsx', () => ({
  lazyComponent: () => Object.assign(() => null, { preload: async () => undefined }),
}));

test('a giveaway that was cancelled before it was paid is not called used, nor in the heading', () => {
  const { container } = render(<VoucherView voucher={sampleVoucher({ status: 'cancelled' })} />);
  expect(one(container, 'button:disabled').textContent).toBe('Voucher cancelled');
  expect(one(container, 'h1').textContent).toContain('Voucher cancelled');
});
