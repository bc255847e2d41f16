import { act, type ReactElement } from 'react';
import { expect, test, vi } from 'vitest';

import { REGIONS } from '../../../../contract/region-table.ts';
import { sampleSavedAccount, sampleUser } from '../../../../local/testing/samples.ts';
import { buttonNamed, one, render, settle } from '../../../ui/test-render.ts';
import { ExchangeSheet } from './exchange/exchange-sheet.tsx';
import { WithdrawSheet } from './withdraw/withdraw-sheet.tsx';

const WALLETS = [{ currency: 'NGN', amount: 10_000, held: [], fetchedAt: 0 }] as const;
const QUOTE = {
  quote_id: 'q',
  from: 'NGN',
  to: 'USD',
  amount: 10_000,
  gets: 6.5,
  rate: 0.00065,
  market_rate: 0.00066,
  spread_bp: 100,
  rate_source: 'fixed',
  rate_read_at: '2026-01-01T00:00:00Z',
  seconds_left: 60,
};

let quote: unknown = { ok: true, value: QUOTE };

vi.mock('../../../platform/live/use-live.ts', () => ({
  useLive: () => ({
    phase: 'ready',
    data: {
      offer: { data: [], fees: [{ type: 'bank', up_to: null, fee: 10 }] },
      saved: { accounts: [sampleSavedAccount()] },
      user: { user: sampleUser({ email_verified: true }) },
      isVerified: true,
      viewer: { currency: 'NGN', rates: undefined, readAtMs: undefined },
    },
  }),
}));
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async (ask: (worker: object) => unknown) =>
    ask({
      convertAmounts: () => ({ ok: true, value: [] }),
      quoteExchange: () => quote,
      refreshAnswer: () => ({ ok: true, value: undefined }),
      refreshSavedAccounts: () => ({ ok: true, value: undefined }),
    }),
}));

const frame = { open: true, onClose: () => undefined, wallets: WALLETS };

test.each<[string, ReactElement]>([
  ['Continue', <WithdrawSheet key="withdraw" {...frame} region={REGIONS.nigeria} />],
  ['Get the rate', <ExchangeSheet key="exchange" {...frame} home="NGN" start={undefined} />],
])('the way back from what was to be confirmed leads the focus to %s', async (name, sheet) => {
  const { container } = render(sheet);
  await settle();
  const tap = (label: string) => act(async () => buttonNamed(container, label).click());
  await tap('All');
  await act(async () => (one(container, 'form') as HTMLFormElement).requestSubmit());
  expect(document.activeElement?.textContent).toBe('Is this right?');
  await tap('Back');
  expect(document.activeElement?.textContent).toBe(name);
});

test('an amount that is changed while its rate is asked for is not answered with the rate of the former', async () => {
  let tell: (answer: unknown) => void = () => undefined;
  quote = new Promise((resolve) => (tell = resolve));
  const { container } = render(<ExchangeSheet {...frame} home="NGN" start={undefined} />);
  await settle();
  const button = (label: string) => buttonNamed(container, label);
  await act(async () => button('All').click());
  await act(async () => (one(container, 'form') as HTMLFormElement).requestSubmit());
  await act(async () => button('All').click());
  await act(async () => tell({ ok: true, value: QUOTE }));
  expect(container.textContent).not.toContain('Is this right?');
  expect(button('Get the rate').disabled).toBe(false);
});
