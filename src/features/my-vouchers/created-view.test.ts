import { expect, test } from 'vitest';

import type { Failure } from '../../../contract/result.ts';
import type { CreatedPage } from '../../../local/queries/created-vouchers.ts';
import type { CreatedVoucherRow } from '../../../local/rows.ts';
import { decideCreated } from './created-view.ts';

const row = (ulid: string, status: CreatedVoucherRow['status'] = 'active'): CreatedVoucherRow =>
  ({ ulid, status }) as CreatedVoucherRow;
const page = (rows: readonly CreatedVoucherRow[], hasMore = false, fetchedAt = 7): CreatedPage => ({
  vouchers: rows,
  hasMore,
  fetchedAt,
});
const running = { phase: 'running' } as const;
const done = { phase: 'done' } as const;
const error: Failure = { code: 'network', message: 'Network error occurred' };
const failed = { phase: 'failed', error } as const;

test('loads until the device or the server has answered', () => {
  expect(decideCreated({ pages: undefined, refresh: failed, filter: 'all' }).phase).toBe('loading');
  expect(decideCreated({ pages: [undefined], refresh: running, filter: 'all' }).phase).toBe(
    'loading',
  );
  expect(decideCreated({ pages: [undefined], refresh: failed, filter: 'all' })).toEqual({
    phase: 'failed',
    failure: error,
  });
});

test('a failed refresh leaves what the device has, with its age', () => {
  const pages = [page([row('a')], true, 9), page([row('b')], false, 4)];
  expect(decideCreated({ pages, refresh: failed, filter: 'all' })).toMatchObject({
    phase: 'list',
    fetchedAt: 4,
    failure: error,
    hasMore: false,
  });
});

test('a voucher on two pages is shown once', () => {
  const pages = [page([row('a'), row('b')], true), page([row('b'), row('c')])];
  const view = decideCreated({ pages, refresh: done, filter: 'all' });
  expect(view.phase === 'list' && view.vouchers.map(({ ulid }) => ulid)).toEqual(['a', 'b', 'c']);
});

test('a voucher that was just paid leaves the pending ones', () => {
  const pages = [page([row('a'), row('b', 'pending')])];
  const view = decideCreated({ pages, refresh: done, filter: 'pending' });
  expect(view.phase === 'list' && view.vouchers.map(({ ulid }) => ulid)).toEqual(['b']);
  expect(decideCreated({ pages: [page([row('a')])], refresh: done, filter: 'pending' })).toEqual({
    phase: 'empty',
  });
});

test('while a further page comes, those before it stay', () => {
  const pages = [page([row('a')], true), undefined];
  expect(decideCreated({ pages, refresh: running, filter: 'all' })).toMatchObject({
    phase: 'list',
    isLoadingMore: true,
    hasMore: true,
  });
  expect(decideCreated({ pages, refresh: failed, filter: 'all' })).toMatchObject({
    isLoadingMore: false,
    failure: error,
  });
});
