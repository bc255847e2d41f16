import { act, type ReactElement } from 'react';
import { expect, test, vi } from 'vitest';

import { render } from '../../ui/test-render.ts';
import type { PaymentOutcome } from './payment-return.ts';
import { AppRouter } from '../../platform/routing/router.tsx';
import { usePaymentReturn } from './use-payment-return.ts';

vi.stubGlobal('scrollTo', vi.fn());
const verify = vi.fn<() => Promise<PaymentOutcome>>();
const notify = vi.fn<(outcome: PaymentOutcome) => void>();

function Probe(): ReactElement {
  return <p>{usePaymentReturn({ verify, notify }).state.phase}</p>;
}

test('coming back without a reference is told once, and the address is cleaned', async () => {
  history.replaceState(null, '', '/wallet?a=1&status=cancelled&transaction_id=1');
  const { container } = render(
    <AppRouter path="/wallet" search={location.search}>
      <Probe />
    </AppRouter>,
  );
  await act(async () => undefined);
  expect(notify.mock.calls).toEqual([
    [{ kind: 'refused', message: 'Payment verification failed: No reference found' }],
  ]);
  expect(verify).not.toHaveBeenCalled();
  expect(location.pathname + location.search).toBe('/wallet?a=1');
  expect(container.textContent).toBe('none');
});
