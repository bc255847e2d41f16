import { act, type ReactElement } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import { LOCAL } from '../../contract/storage-keys.ts';
import type { EndState } from '../platform/live/paged-list.ts';
import { render, settle } from '../ui/test-render.ts';
import { PagedList } from './paged-list.tsx';

const observers = new Set<{ readonly tell: (isIntersecting: boolean) => void }>();
const more = vi.fn();

beforeEach(() => {
  observers.clear();
  more.mockClear();
  localStorage.clear();
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      readonly #tell: IntersectionObserverCallback;
      constructor(tell: IntersectionObserverCallback) {
        this.#tell = tell;
      }
      observe(): void {
        observers.add(this);
      }
      disconnect(): void {
        observers.delete(this);
      }
      tell(isIntersecting: boolean): void {
        this.#tell([{ isIntersecting } as IntersectionObserverEntry], this as never);
      }
    },
  );
  return () => vi.unstubAllGlobals();
});

const list = (count: number, end: Partial<EndState> = {}): ReactElement => (
  <PagedList
    view={{
      phase: 'list',
      rows: Array.from({ length: count }, (_, at) => at),
      failure: undefined,
    }}
    list="/"
    what="rows"
    rowsPerFrame={100}
    end={{ state: 'ready', failure: undefined, onMore: more, ...end }}
    retry={() => undefined}
    loading={null}
    empty={null}
    moreLabel="More"
    offlineNote=""
  >
    {(rows) => <p>{rows.join()}</p>}
  </PagedList>
);

const scrollNear = (isNear: boolean): void =>
  act(() => {
    dispatchEvent(new Event('scroll'));
    for (const observer of observers) observer.tell(isNear);
  });

test('the next page is fetched near the end, once for each page, and not before a scroll', async () => {
  const { rerender } = render(list(10));
  await settle();
  expect(observers.size).toBe(0);
  scrollNear(false);
  expect(more).not.toHaveBeenCalled();
  scrollNear(true);
  scrollNear(true);
  expect(more).toHaveBeenCalledTimes(1);
  rerender(list(10, { state: 'loading' }));
  rerender(list(20));
  scrollNear(true);
  expect(more).toHaveBeenCalledTimes(2);
});

test.each([
  ['a failure', { failure: 'Could not load' }],
  ['a page on its way', { state: 'loading' }],
  ['no network', { state: 'offline' }],
  ['the end', { state: 'end' }],
] as const)('nothing is fetched by scrolling after %s', async (_, end) => {
  render(list(10, end));
  await settle();
  scrollNear(true);
  expect(more).not.toHaveBeenCalled();
});

test('nothing is fetched by scrolling with data saver on; the button still works', async () => {
  localStorage.setItem(LOCAL.dataSaver, '1');
  const { container } = render(list(10));
  await settle();
  scrollNear(true);
  expect(more).not.toHaveBeenCalled();
  act(() => container.querySelector('button')?.click());
  expect(more).toHaveBeenCalledTimes(1);
});

test('after four pages the button asks, so that the end of the page can be reached', async () => {
  const { rerender } = render(list(10));
  await settle();
  for (let pages = 2; pages <= 7; pages += 1) {
    scrollNear(true);
    rerender(list(pages * 10));
  }
  expect(more).toHaveBeenCalledTimes(4);
});
