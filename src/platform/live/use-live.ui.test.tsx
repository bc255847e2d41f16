import 'fake-indexeddb/auto';
import { act, Suspense, type ReactElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';

import { getDatabase, type GoodiesDatabase } from '../../../local/database.ts';
import { render, until } from '../../ui/test-render.ts';
import { useLive, type LiveState } from './use-live.ts';

const seen: { currency: string; state: LiveState<number | undefined> }[] = [];

const readAmount =
  (currency: 'NGN' | 'KES') =>
  async (db: GoodiesDatabase): Promise<number | undefined> =>
    (await db.wallets.get(currency))?.amount;

interface AmountProps {
  readonly currency: 'NGN' | 'KES';
  readonly seed?: number;
  readonly subject?: string;
}

function Amount({ currency, ...options }: AmountProps): ReactElement {
  const state = useLive(readAmount(currency), [currency], options);
  seen.push({ currency, state });
  return <p>{state.phase === 'ready' ? `${currency} ${state.data}` : 'loading'}</p>;
}

const put = (currency: 'NGN' | 'KES', amount: number) =>
  getDatabase().wallets.put({ currency, amount, fetchedAt: 1 });

async function show(element: ReactElement) {
  const within = (next: ReactElement) => <Suspense fallback="code">{next}</Suspense>;
  const { container, rerender } = await act(async () => render(within(element)));
  return {
    container,
    show: (next: ReactElement) => act(async () => rerender(within(next))),
    shows: (text: string) => until(() => expect(container.textContent).toBe(text)),
  };
}

beforeEach(async () => {
  seen.length = 0;
  await getDatabase().wallets.clear();
});

it('follows writes', async () => {
  await put('NGN', 5);
  const { shows } = await show(<Amount currency="NGN" />);
  await shows('NGN 5');
  await put('NGN', 7);
  await shows('NGN 7');
});

const LOADING = { phase: 'loading' };
const FORMER = { phase: 'ready', data: 5 };
it.each([
  ['never shows the rows of the former key', {}, LOADING, FORMER],
  ['keeps the rows of one subject until others are here', { subject: 'wallet' }, FORMER, LOADING],
])('%s', async (_, options, first, never) => {
  await put('NGN', 5);
  await put('KES', 9);
  const { show: showNext, shows } = await show(<Amount currency="NGN" {...options} />);
  await shows('NGN 5');
  await showNext(<Amount currency="KES" {...options} />);
  await shows('KES 9');
  const kenyan = seen.filter(({ currency }) => currency === 'KES').map(({ state }) => state);
  expect(kenyan[0]).toEqual(first);
  expect(kenyan).not.toContainEqual(never);
});

it('shows the seed until the database has answered', async () => {
  await put('NGN', 5);
  const { shows } = await show(<Amount currency="NGN" seed={3} />);
  await shows('NGN 5');
  expect(seen.map(({ state }) => state)).toContainEqual({ phase: 'ready', data: 3 });
});

it('asks the database once for all that read the same, and shows them its rows together', async () => {
  await put('NGN', 5);
  const asked = vi.fn<
    (db: GoodiesDatabase, currency: 'NGN' | 'KES') => Promise<number | undefined>
  >(async (db, currency) => (await db.wallets.get(currency))?.amount);
  const commits: string[] = [];
  function Shared(): ReactElement {
    const state = useLive(asked, ['NGN']);
    return <i>{state.phase === 'ready' ? `${state.data} ` : '? '}</i>;
  }
  const all = (count: number): ReactElement => (
    <>
      {Array.from({ length: count }, (_, at) => (
        <Shared key={at} />
      ))}
    </>
  );
  const { show: showNext, shows, container } = await show(all(3));
  const watch = new MutationObserver(() => commits.push(container.textContent));
  watch.observe(container, { subtree: true, characterData: true });
  await shows('5 5 5 ');
  const readsBefore = asked.mock.calls.length;
  await put('NGN', 7);
  await shows('7 7 7 ');
  watch.disconnect();
  expect(commits.filter((text) => text.includes('5') && text.includes('7'))).toEqual([]);
  expect(asked.mock.calls.length).toBe(readsBefore + 1);
  // One that joins has the rows of the others, without another read.
  await showNext(all(4));
  await shows('7 7 7 7 ');
  expect(asked.mock.calls.length).toBe(readsBefore + 1);
  // Those that stay are not cut off by those that go.
  await showNext(all(1));
  await put('NGN', 8);
  await shows('8 ');
});
