import { act, type ReactElement } from 'react';
import { expect, test, vi } from 'vitest';

import type { Asked } from '../../../local/queries/answers.ts';
import { AppRouter, navigate, useAppLocation } from '../../platform/routing/router.tsx';
import { click, one, render } from '../../ui/test-render.ts';
import { AnswerPages } from './answer-pages.tsx';

const PAGES = 3;
vi.mock('./use-answer.ts', () => ({
  useAnswer: ({ cursor = 1 }: Asked) => ({
    phase: 'ready',
    answer: { next_cursor: cursor < PAGES ? cursor + 1 : null },
  }),
}));

const device = vi.hoisted(() => ({ isOffline: false, saved: '' }));
vi.mock('../../platform/connectivity.ts', () => ({
  useConnectivity: () => (device.isOffline ? 'offline' : 'online'),
}));
vi.mock('../../platform/live/use-live.ts', () => ({
  useLive: (_: unknown, [key]: readonly string[]) => ({
    phase: 'ready',
    data: key === device.saved ? {} : undefined,
  }),
}));

const Prizes = (): ReactElement => (
  <AnswerPages path="/prizes" loadingLabel="Loading prizes">
    {({ next_cursor: next }) => <a href="/">{`Row ${next === null ? PAGES : next - 1}`}</a>}
  </AnswerPages>
);

test('the page that was asked for has the focus that its button had, before its first row', () => {
  const { container } = render(<Prizes />);
  for (const page of [2, PAGES]) {
    const more = one(container, 'button');
    more.focus();
    click(more);
    expect(document.activeElement?.nextElementSibling?.textContent).toBe(`Row ${page}`);
  }
  expect(container.querySelector('button')).toBeNull();
});

test('who comes back from a row finds the pages that they had opened; elsewhere it begins anew', async () => {
  const App = (): ReactElement =>
    useAppLocation().path === '/trust' ? <Prizes /> : <p>A proof</p>;
  history.replaceState(null, '', '/');
  const { container } = render(
    <AppRouter path="/">
      <App />
    </AppRouter>,
  );
  const rows = (): number => container.querySelectorAll('a').length;
  await act(async () => navigate('/trust'));
  const entry: unknown = history.state;
  click(one(container, 'button'));
  expect(rows()).toBe(2);
  await act(async () => navigate('/v/1/fairness'));
  expect(rows()).toBe(0);
  await act(async () => {
    history.replaceState(entry, '', '/trust');
    dispatchEvent(new PopStateEvent('popstate'));
  });
  expect(rows()).toBe(2);
  await act(async () => navigate('/v/1/fairness'));
  await act(async () => navigate('/trust'));
  expect(rows()).toBe(1);
});

test('without a network More opens a page that is saved, and says where nothing further is', () => {
  Object.assign(device, { isOffline: true, saved: '/points/history?cursor=2' });
  const { container } = render(
    <AnswerPages path="/points/history" loadingLabel="Loading coins">
      {() => <p>Coins</p>}
    </AnswerPages>,
  );
  click(one(container, 'button'));
  expect(container.textContent).toMatch(/Coins.*Coins/);
  expect(one(container, 'button').hasAttribute('disabled')).toBe(true);
  expect(container.textContent).toContain('Older entries are not saved on this phone.');
});
