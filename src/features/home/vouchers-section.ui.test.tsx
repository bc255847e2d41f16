import { expect, test, vi } from 'vitest';

import { sampleVoucher } from '../../../local/testing/samples.ts';
import { pagedView, type PagedList } from '../../platform/live/paged-list.ts';
import { AppRouter } from '../../platform/routing/router.tsx';
import { render } from '../../ui/test-render.ts';
import { PAGES_MAX } from './home-filters.ts';
import { VouchersSection } from './vouchers-section.tsx';

vi.mock('../../platform/live/use-live.ts', () => ({
  useLive: () => ({ phase: 'ready', data: { currency: 'NGN', rates: {}, readAtMs: 1 } }),
}));
vi.mock('../../platform/live/use-refresh.ts', () => ({ useRefresh: () => [{ phase: 'done' }] }));
vi.mock('../../shared/rewards/prizes-below.tsx', () => ({ PrizesBelow: () => null }));
vi.mock('../../platform/live/paged-list.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  usePagedList: (list: PagedList<{ readonly fetchedAt: number }>) => {
    const rows = [{ ...sampleVoucher(), fetchedAt: 1 }];
    const saved = { rows, gaps: new Set<string>(), hasMore: true, next: 'none', end: 1 } as const;
    const data = { list: { ...saved, fetchedAt: 1 }, saved: [], isMoreSaved: false };
    const facts = { refresh: { phase: 'done' }, isOffline: false, isAsking: false } as const;
    const view = pagedView({ ...list, ...facts, read: { phase: 'ready', data } });
    return { view, end: { state: view.phase === 'list' && view.more } };
  },
}));

function textAt(search: string): string {
  history.replaceState(null, '', `/${search}`);
  const { container } = render(
    <AppRouter path="/" search={search}>
      <VouchersSection />
    </AppRouter>,
  );
  return container.textContent;
}

test('more of each list is offered only as far as the address of home leads', () => {
  const first = textAt(`?pages=${PAGES_MAX - 1}`);
  expect(first).toContain('Load More');
  expect(first).not.toContain('In other currencies');
  const second = textAt(`?pages=${PAGES_MAX}`);
  expect(second).toMatch(/Filter or sort to see others\..*In other currencies.*Load More$/);
  const last = textAt(`?pages=${PAGES_MAX}&others=${PAGES_MAX}`);
  expect(last).not.toContain('Load More');
});

test('the vouchers of a chosen order or currency are one list', () => {
  for (const query of ['sort_by=amount', 'currency=GHS']) {
    expect(textAt(`?pages=${PAGES_MAX}&${query}`)).not.toContain('In other currencies');
  }
});
