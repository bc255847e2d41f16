import type { ReactElement } from 'react';
import { beforeEach, expect, it, vi } from 'vitest';

import type { VoucherRow } from '../../../local/rows.ts';
import { sampleVoucher, ULID_B } from '../../../local/testing/samples.ts';
import type { VoucherListTicketProps } from '../../shared/vouchers/voucher-list-ticket.tsx';
import { render, settle } from '../../ui/test-render.ts';
import { VoucherResults } from './voucher-results.tsx';

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
    retry={() => undefined}
    gap={{ isOffline: true, isLoading: false, failure: undefined, onLoad: () => undefined }}
    end={{ state: 'end', failure: undefined, onMore: () => undefined }}
    empty={null}
  />
);

const row = (change: Partial<VoucherRow> = {}): VoucherRow => ({
  ...sampleVoucher(),
  fetchedAt: 1,
  ...change,
});

it('a list that is read anew draws those tickets again of which it says something else', async () => {
  const first = row();
  const { rerender } = render(resultsOf([first, row({ ulid: ULID_B })]));
  await settle();
  expect(drawings).toEqual([`${first.ulid}: 10`, `${ULID_B}: 10`]);
  drawings.length = 0;
  const again = { ...structuredClone(first), fetchedAt: 2 };
  rerender(resultsOf([again, { ...again, ulid: ULID_B, views: 11 }]));
  await settle();
  expect(drawings).toEqual([`${ULID_B}: 11`]);
});

it('says where vouchers are missing between those that are saved', async () => {
  const first = row();
  const { container } = render(resultsOf([first, row({ ulid: ULID_B })], [ULID_B]));
  await settle();
  expect([...container.querySelectorAll('li')].map(({ textContent }) => textContent)).toEqual([
    first.ulid,
    'Some vouchers are missing here: they are not saved on this phone. Connect to the internet to load them.',
    ULID_B,
  ]);
});
