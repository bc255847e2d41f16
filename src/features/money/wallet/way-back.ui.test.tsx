import { act, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { AppRouter } from '../../../platform/routing/router.tsx';
import { click, one, render } from '../../../ui/test-render.ts';
import { ExchangeEnd } from './exchange/exchange-steps.tsx';
import { useWalletSheet } from './wallet-sheets.tsx';
import { WithdrawEnd } from './withdraw/withdraw-steps.tsx';

const idle = async (): Promise<void> => undefined;
const failure = { code: 'timeout', message: 'No answer' } as const;
const WITHDRAWAL = { order: { amount: 500, currency: 'NGN' }, accountName: null } as never;
const QUOTED = { quote: { from: 'NGN', to: 'USD', amount: 10_000, gets: 6.5 } } as never;

function Withdrawn(): ReactElement {
  const { close } = useWalletSheet();
  const state = { phase: 'unknown', order: WITHDRAWAL, failure } as const;
  return <WithdrawEnd state={state} send={idle} correct={() => undefined} onClose={close} />;
}
function Exchanged(): ReactElement {
  const { close } = useWalletSheet();
  return (
    <ExchangeEnd state={{ phase: 'unknown', order: QUOTED, failure }} send={idle} onClose={close} />
  );
}

beforeEach(() => vi.stubGlobal('scrollTo', () => undefined));
afterEach(() => vi.restoreAllMocks());

test.each([
  ['withdraw', <Withdrawn key="withdraw" />],
  ['exchange', <Exchanged key="exchange" />],
])(
  'the way back from the transactions to ?%s leads to the wallet without its sheet',
  async (asked, end) => {
    history.replaceState(null, '', `/wallet?${asked}`);
    const push = vi.spyOn(history, 'pushState');
    const replace = vi.spyOn(history, 'replaceState');
    const { container } = render(
      <AppRouter path="/wallet" search={`?${asked}`}>
        {end}
      </AppRouter>,
    );
    await act(async () => click(one(container, 'a')));
    expect(location.pathname).toBe('/transactions');
    // The entry that the link was followed from.
    expect(replace.mock.calls.map(([, , address]) => address)).toEqual(['/wallet']);
    expect(replace.mock.invocationCallOrder[0]).toBeLessThan(push.mock.invocationCallOrder[0] ?? 0);
  },
);
