import type { ReactElement } from 'react';
import { expect, test, vi } from 'vitest';

import { errorMessage } from '../../../../contract/errors.ts';
import type { AirtimeNetworksAnswer } from '../../../../contract/purchases.ts';
import { clearToasts, toasts } from '../../../platform/toast-store.ts';
import { click, one, render, settle } from '../../../ui/test-render.ts';
import { useBuyAirtime } from './airtime-page.tsx';

const done = { ok: true, value: undefined };
const refusal = { code: 'bundle_gone', message: errorMessage('bundle_gone'), status: 404 };
const worker = {
  buyAirtime: async () => ({ ok: false, error: refusal }),
  refreshAnswer: vi.fn<(asked: object, options: object) => Promise<object>>(async () => done),
  refreshWallets: async () => done,
};
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async (ask: (of: object) => unknown) => ask(worker),
}));

vi.mock('../../../platform/session/session.ts', () => ({ readSession: async () => 'signed-in' }));

const SHOP = {
  region: 'nigeria',
  currency: 'NGN',
  balance: 50_000,
  held: [],
} as const;
const BUNDLE = { id: '1gb', name: '1 GB', amount: 500 };
const MTN = { id: 'mtn', name: 'MTN', prefixes: ['0803'], min: 50, max: 5_000, amounts: [] };
const OFFER: AirtimeNetworksAnswer = {
  success: true,
  region: 'nigeria',
  currency: 'NGN',
  data: [{ ...MTN, bundles: [BUNDLE] }],
  recent: [],
};

function Airtime(): ReactElement {
  const { form, purchase } = useBuyAirtime(SHOP, OFFER);
  const fill = (): void => form.change({ phone: '08034127765', kind: 'data', bundle: '1gb' });
  return (
    <>
      <button id="fill" onClick={fill}>
        fill
      </button>
      <form onSubmit={form.onSubmit}>
        <button id="submit">submit</button>
      </form>
      <button id="send" onClick={() => void purchase.send()}>
        send
      </button>
    </>
  );
}

test('a data plan that is no longer sold leaves the list of those to choose from', async () => {
  const { container } = render(<Airtime />);
  click(one(container, '#fill'));
  click(one(container, '#submit'));
  click(one(container, '#send'));
  await settle();
  const asked = { path: '/airtime/networks', region: 'nigeria' };
  expect(worker.refreshAnswer).toHaveBeenCalledWith(asked, { force: true });
});

test('who has left the page before the answer is told that nothing was bought', async () => {
  clearToasts();
  const { container, rerender } = render(<Airtime />);
  for (const id of ['#fill', '#submit', '#send']) click(one(container, id));
  rerender(null);
  await settle();
  expect(toasts.get()).toMatchObject([
    { kind: 'error', message: 'Airtime: not done', detail: refusal.message },
  ]);
});
