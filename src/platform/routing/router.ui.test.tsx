import { act, type ReactElement } from 'react';
import { Route } from 'wouter';
import { beforeEach, expect, it, vi } from 'vitest';

import { render } from '../../ui/test-render.ts';
import { AppRouter, navigate, useAppLocation, useIsNavigating, useQuery } from './router.tsx';

const scrolled = vi.fn();
vi.stubGlobal('scrollTo', scrolled);

const waits: boolean[] = [];

function Where(): ReactElement {
  const { path, cause } = useAppLocation();
  waits.push(useIsNavigating());
  return (
    <p>
      {path} {cause} {useQuery().get('q')}
      <Route path="/v/:id">{({ id }) => <b>{id}</b>}</Route>
    </p>
  );
}

async function open(path: string, renderedFor = path) {
  history.replaceState(null, '', path);
  const { container } = await act(async () =>
    render(
      <AppRouter path={renderedFor} search={renderedFor === path ? location.search : ''}>
        <Where />
      </AppRouter>,
    ),
  );
  return container;
}

beforeEach(() => sessionStorage.clear());
beforeEach(() => {
  scrolled.mockClear();
  vi.restoreAllMocks();
  vi.stubGlobal('scrollY', 0);
});

it('follows pushes, and scrolls to the top', async () => {
  const container = await open('/wallet');
  await act(async () => navigate('/v/ABC'));
  expect(container.textContent).toBe('/v/ABC push ABC');
  expect(scrolled).toHaveBeenCalledWith(0, 0);
});

it('waits for another page only: a step of the same one is there in the frame of its tap', async () => {
  await open('/post-voucher');
  waits.length = 0;
  await act(async () => navigate('/post-voucher?step=pay'));
  expect(waits).not.toContain(true);
  await act(async () => navigate('/wallet'));
  expect(waits).toContain(true);
});

it.each([
  ['only the query of the page changes', 'q=x', false, 'push x'],
  ['the address is only replaced', 'q=x', true, 'replace x'],
  [
    'the query, which is decoded once, has signs of its own',
    'q=a%2526b%26c',
    false,
    'push a%26b&c',
  ],
])('stays where it is when %s', async (_, query, replace, shown) => {
  const container = await open('/wallet');
  await act(async () => navigate(`/wallet?${query}`, { replace }));
  expect(container.textContent).toBe(`/wallet ${shown}`);
  expect(scrolled).not.toHaveBeenCalled();
});

it.each([
  ['back_forward', 700],
  ['reload', 700],
  ['navigate', undefined],
])('where the browser says %s begins at the former place, or at the top', async (type, top) => {
  sessionStorage.setItem('scroll', JSON.stringify({ first: 700 }));
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type } as never]);
  await open('/wallet');
  expect(scrolled.mock.calls[0]?.[1]).toBe(top);
});

const placeOf = (key: string): unknown => JSON.parse(sessionStorage.getItem('scroll') ?? '{}')[key];
const scrollBy = (top: number): void => {
  vi.stubGlobal('scrollY', top);
  dispatchEvent(new Event('scroll'));
};
const goBackTo = (path: string, key: string): Promise<void> =>
  act(async () => {
    history.replaceState({ key }, '', path);
    dispatchEvent(new PopStateEvent('popstate'));
  });

it('a fling that still moves as one goes back is the place of the page that was left', async () => {
  await open('/wallet');
  scrollBy(120);
  await act(async () => navigate('/v/ABC'));
  const { key } = history.state as { key: string };
  scrollBy(2_000);
  await goBackTo('/wallet', 'first');
  await vi.waitFor(() => expect(placeOf(key)).toBe(2_000));
  expect(placeOf('first')).toBe(120);
  expect(scrolled).toHaveBeenLastCalledWith(0, 120);
});

it('stores no place while the page is on its way back to its own, until the user scrolls', async () => {
  sessionStorage.setItem('scroll', JSON.stringify({ first: 700 }));
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'reload' } as never]);
  vi.stubGlobal('scrollY', 0);
  await open('/wallet');
  expect(document.documentElement.style.getPropertyValue('overflow-anchor')).toBe('none');
  // Rows are drawn above what the browser keeps in sight.
  scrollBy(3_900);
  dispatchEvent(new Event('pagehide'));
  expect(placeOf('first')).toBe(700);
  dispatchEvent(new Event('touchstart'));
  scrollBy(650);
  dispatchEvent(new Event('pagehide'));
  expect(placeOf('first')).toBe(650);
  expect(document.documentElement.style.getPropertyValue('overflow-anchor')).toBe('');
});

it('holds the place while the page of the address takes over from a shell', async () => {
  sessionStorage.setItem('scroll', JSON.stringify({ first: 700 }));
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'reload' } as never]);
  // What the browser makes of the page's first rows.
  scrolled.mockImplementationOnce(() => vi.stubGlobal('scrollY', 790));
  await open('/v/ABC', '/shell');
  expect(document.documentElement.style.getPropertyValue('overflow-anchor')).toBe('none');
});

it('goes on to the real address when the document was rendered for another', async () => {
  const container = await open('/v/ABC', '/shell');
  expect(container.textContent).toBe('/v/ABC initial ABC');
});
