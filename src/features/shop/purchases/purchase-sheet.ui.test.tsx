import { expect, test, vi } from 'vitest';

import { DAY_MS } from '../../../../contract/durations.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { serverNow } from '../../../platform/clock/server-time.ts';
import { buttonNamed, render } from '../../../ui/test-render.ts';
import type { OrderState } from '../../../shared/wallet/money-order.ts';
import type { PurchaseAnswer } from './purchase.ts';
import { PurchaseSheet } from './purchase-sheet.tsx';

const network = vi.hoisted(() => ({ state: 'online' }));
vi.mock('../../../platform/connectivity.ts', () => ({ useConnectivity: () => network.state }));

const shown = (state: OrderState<string, PurchaseAnswer>): HTMLElement => {
  const { container } = render(
    <PurchaseSheet<string>
      title="Buy airtime"
      purchase={{ state, send: async () => undefined, correct: () => undefined }}
      factsOf={() => []}
      totalOf={() => '₦500'}
      statementHref="/transactions"
    />,
  );
  return container;
};

const ended = (answer: Pick<PurchaseAnswer, 'status'>, sentAgoMs: number): string => {
  const created_at = new Date(serverNow() - sentAgoMs).toISOString();
  const { textContent } = shown({
    phase: 'ended',
    order: 'airtime',
    answer: { reference: 'gdp-1', created_at, ...answer },
  });
  return textContent;
};

const EARLIER = /You sent this on \d+ \w+ at \d\d:\d\d, and it was not paid again/;

test('a purchase whose answer never came says when it was sent, once it is ordered again', () => {
  expect(ended({ status: 'completed' }, DAY_MS)).toMatch(EARLIER);
  expect(ended({ status: 'pending' }, DAY_MS)).toMatch(EARLIER);
});

test('one that was sent just now does not, nor one that was not delivered', () => {
  expect(ended({ status: 'completed' }, 2_000)).not.toMatch(EARLIER);
  expect(ended({ status: 'failed' }, DAY_MS)).not.toMatch(EARLIER);
});

test('a purchase is not sent without a network, after which it might have been taken', () => {
  network.state = 'offline';
  const sheet = shown({ phase: 'reviewing', order: 'airtime' });
  expect(buttonNamed(sheet, 'Pay ₦500').disabled).toBe(true);
  expect(sheet.textContent).toContain(errorMessage('offline'));
});
