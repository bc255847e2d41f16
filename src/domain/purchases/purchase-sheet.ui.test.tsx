import { expect, test, vi } from 'vitest';

import { DAY_MS } from '../../../contract/durations.ts';
import { serverNow } from '../../platform/clock/server-time.ts';
import { render } from '../../ui/test-render.ts';
import type { PurchaseAnswer } from './purchase.machine.ts';
import { PurchaseSheet } from './purchase-sheet.tsx';

const ended = (answer: Pick<PurchaseAnswer, 'status'>, sentAgoMs: number): string => {
  const created_at = new Date(serverNow() - sentAgoMs).toISOString();
  const { container } = render(
    <PurchaseSheet<string>
      title="Buy airtime"
      purchasing={{
        state: {
          phase: 'ended',
          order: 'airtime',
          answer: { reference: 'gdp-1', created_at, ...answer },
        },
        order: vi.fn<() => void>(),
        send: vi.fn<() => Promise<void>>(),
        close: vi.fn<() => void>(),
      }}
      factsOf={() => []}
      totalOf={() => '₦500'}
      statementHref="/transactions"
    />,
  );
  return container.textContent;
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
