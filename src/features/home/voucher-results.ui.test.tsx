import { act, type ReactElement } from 'react';
import { createRoot } from 'react-dom/client';
import { beforeEach, expect, it, vi } from 'vitest';

import type { VoucherRow } from '../../../local/rows.ts';
import { sampleVoucher, ULID_B } from '../../../local/testing/samples.ts';
import type { VoucherListTicketProps } from '../../shared/vouchers/voucher-list-ticket.tsx';
import { VoucherResults } from './voucher-results.tsx';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

const drawings: string[] = [];
vi.mock('../../shared/vouchers/voucher-list-ticket.tsx', () => ({
  VoucherListTicket: ({ voucher }: VoucherListTicketProps): ReactElement => {
    drawings.push(`${voucher.ulid}: ${voucher.views}`);
    return <p>{voucher.ulid}</p>;
  },
}));

beforeEach(() => {
  drawings.length = 0;
});

const resultsOf = (rows: readonly VoucherRow[], gaps: readonly string[] = []): ReactElement => (
  <VoucherResults
    view={{
      phase: 'list',
      rows,
      gaps: new Set(gaps),
      source: 'server',
      more: 'end',
      failure: undefined,
      fetchedAt: 1,
    }}
    list="/"
    viewer={undefined}
    isFiltered={false}
    onRetry={() => undefined}
    gap={{ isOffline: true, isLoading: false, failure: undefined, onLoad: () => undefined }}
    end={{ state: 'end', failure: undefined, onMore: () => undefined }}
    onClearFilters={() => undefined}
  />
);

it('a list that is read anew draws those tickets again of which it says something else', async () => {
  const row = (change: Partial<VoucherRow> = {}): VoucherRow => ({
    ...sampleVoucher(),
    fetchedAt: 1,
    ...change,
  });
  const first = row();
  const root = createRoot(document.createElement('div'));
  await act(async () => root.render(resultsOf([first, row({ ulid: ULID_B })])));
  expect(drawings).toEqual([`${first.ulid}: 10`, `${ULID_B}: 10`]);
  drawings.length = 0;
  const again = { ...structuredClone(first), fetchedAt: 2 };
  await act(async () => root.render(resultsOf([again, { ...again, ulid: ULID_B, views: 11 }])));
  expect(drawings).toEqual([`${ULID_B}: 11`]);
});

it('says where vouchers are missing between those that are saved', async () => {
  const container = document.createElement('div');
  const rows = [sampleVoucher(), sampleVoucher({ ulid: ULID_B })].map((voucher) => ({
    ...voucher,
    fetchedAt: 1,
  }));
  await act(async () => createRoot(container).render(resultsOf(rows, [ULID_B])));
  expect([...container.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    rows[0]?.ulid,
    'Some vouchers are missing here: they are not saved on this phone. Connect to the internet to load them.',
    ULID_B,
  ]);
});
