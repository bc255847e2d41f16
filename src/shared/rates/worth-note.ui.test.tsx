import { expect, test, vi } from 'vitest';

import { ok } from '../../../contract/result.ts';
import type { AskedConversion } from '../../../workers/commands/region.ts';
import { render, settle } from '../../ui/test-render.ts';
import { TotalNote } from '../wallet/total-note.tsx';
import { WorthNote } from './worth-note.tsx';

const asked: unknown[] = [];
vi.mock('../../platform/worker/data-worker.ts', () => ({
  tellWorker: async () => undefined,
  callWorker: async (call: (worker: object) => unknown) =>
    call({
      convertAmounts: (amounts: readonly AskedConversion[]) => {
        asked.push(amounts.map(({ amount }) => amount));
        return ok(amounts.map(({ amount }) => ({ gets: Number(amount) * 7, rate: 7 })));
      },
      sumAmounts: (amounts: unknown, to: unknown) => {
        asked.push([amounts, to]);
        return ok(4_321);
      },
    }),
}));

test('prizes from elsewhere are worth what the data worker says, which a list asks once', async () => {
  const viewer = { currency: 'NGN', rates: undefined, readAtMs: 1 } as const;
  const { container } = render(
    <>
      <WorthNote amount={100} currency="GHS" viewer={viewer} />
      <WorthNote amount={200} currency="KES" viewer={viewer} />
      <WorthNote amount={300} currency="NGN" viewer={viewer} />
    </>,
  );
  await settle();
  expect(container.textContent).toContain('about ₦700');
  expect(container.textContent).toContain('about ₦1,400');
  expect(container.textContent).not.toContain('2,100');
  expect(asked.splice(0)).toEqual([[100, 200]]);
});

test('the total of a wallet is what the data worker says, and nothing where there is one currency', async () => {
  const balance = { currency: 'NGN', amount: 5, parts: [{ from: 'USD', amount: 1 }] } as const;
  const { container } = render(
    <>
      <TotalNote balance={balance} readAtMs={1} />
      <TotalNote balance={{ ...balance, parts: undefined }} readAtMs={1} />
    </>,
  );
  await settle();
  expect(container.textContent).toBe('Total in naira: about ₦4,321');
  expect(asked).toEqual([[balance.parts, 'NGN']]);
});
