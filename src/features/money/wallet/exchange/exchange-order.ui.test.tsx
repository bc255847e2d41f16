import { act, useEffect, type ReactElement } from 'react';
import { expect, test, vi } from 'vitest';

import { render } from '../../../../ui/test-render.ts';
import { serverNow } from '../../../../platform/clock/server-time.ts';
import { useMoneyOrder } from '../../../../shared/wallet/money-order.ts';
import { EXCHANGE, type Exchanging } from './exchange-steps.tsx';

const ORDER = { from: 'NGN', to: 'GHS', amount: 1000 } as const;
const QUOTE = { ...ORDER, quote_id: 'gdx-1', gets: 7.92, seconds_left: 60 };
const EXPIRED = { code: 'quote_expired', message: 'This rate is over', status: 409 };

vi.mock('../../../../platform/worker/data-worker.ts', () => ({
  callWorker: async (ask: (worker: object) => unknown) =>
    ask({
      quoteExchange: () => ({ ok: true, value: QUOTE }),
      exchange: () => ({ ok: false, error: EXPIRED }),
      refreshWallets: () => undefined,
      refreshTransactions: () => undefined,
    }),
}));

let exchanging: Exchanging;
function Exchange(): ReactElement {
  const current = useMoneyOrder({ ...EXCHANGE, onRefused: () => undefined });
  useEffect(() => {
    exchanging = current;
  });
  return <p />;
}

test('a rate holds for as long as the server says, and shows that it is over once it came too late', async () => {
  render(<Exchange />);
  await act(() => exchanging.review(ORDER));
  const { state } = exchanging;
  if (state.phase !== 'reviewing') throw new Error(state.phase);
  expect(Math.abs(state.order.untilMs - serverNow() - 60_000)).toBeLessThan(5_000);
  await act(() => exchanging.send());
  expect(exchanging.state).toMatchObject({ phase: 'reviewing', order: { untilMs: 0 } });
});
