import { expect, test } from 'vitest';

import type { Failure } from '../../../contract/result.ts';
import type { VoucherDetail } from '../../../contract/vouchers.ts';
import type { VoucherRow } from '../../../local/rows.ts';
import { decideScreen, idFailure, matchesRef } from './shown-voucher.ts';

const seed = {
  id: 7,
  ulid: '01JD7Q4KAAAAAAAAAAAAAAAAAA',
  purpose: 'giveaway',
  status: 'active',
  views: 10,
  masked_code: '4*',
  is_used: false,
  can_guess: true,
} as VoucherDetail;
const row = (change: Partial<VoucherRow>): VoucherRow => ({ ...seed, fetchedAt: 1, ...change });
const failed = (error: Failure) => ({ phase: 'failed', error }) as const;
const error: Failure = { code: 'network', message: 'Network error occurred' };
const offline = failed(error);
const gone = failed({ code: 'voucher_removed', message: 'gone', status: 404 });
const running = { phase: 'running' } as const;

test('loads until there is something to show', () => {
  const nothing = { seed: undefined, mirrored: undefined };
  expect(decideScreen({ ...nothing, refresh: running }).phase).toBe('loading');
  expect(decideScreen({ ...nothing, refresh: { phase: 'done' } }).phase).toBe('loading');
  expect(decideScreen({ ...nothing, refresh: offline })).toEqual({
    phase: 'failed',
    failure: error,
  });
});

test('shows what is mirrored when the refresh fails, but not what is gone', () => {
  const mirrored = row({});
  expect(decideScreen({ seed: undefined, mirrored, refresh: offline }).phase).toBe('ready');
  expect(decideScreen({ seed, mirrored: undefined, refresh: gone }).phase).toBe('failed');
});

test('the document may be newer than the mirror, and keeps what the mirror knows of the caller', () => {
  const mirrored = row({ views: 4, masked_code: '**', can_guess: false });
  expect(decideScreen({ seed, mirrored, refresh: running })).toMatchObject({
    voucher: { views: 10, masked_code: '4*', can_guess: false },
  });
});

test('a document cached for offline use may be older than the mirror', () => {
  const newer = row({ views: 12, masked_code: '47' });
  expect(decideScreen({ seed, mirrored: newer, refresh: offline })).toMatchObject({
    voucher: { masked_code: '47' },
  });
  const used = row({ views: 9, status: 'completed', is_used: true });
  expect(decideScreen({ seed, mirrored: used, refresh: offline })).toMatchObject({
    voucher: { is_used: true },
  });
});

test('a document that says that it is over is believed, however many views the mirror knows', () => {
  const winner = { username: 'kofi', avatar: null };
  const end = { status: 'completed', is_used: true, winner } as const;
  for (const views of [9, 10, 11])
    expect(
      decideScreen({ seed: { ...seed, ...end }, mirrored: row({ views }), refresh: running }),
    ).toMatchObject({ voucher: { ...end, can_guess: false } });
});

test('the preview that came with the document stays while the mirror has none', () => {
  const previewed = { ...seed, preview: 'c2VlZA==' };
  const shown = (mirrored: VoucherRow) =>
    decideScreen({ seed: previewed, mirrored, refresh: running });
  expect(shown(row({}))).toMatchObject({ voucher: { preview: 'c2VlZA==' } });
  expect(shown(row({ views: 4 }))).toMatchObject({ voucher: { views: 10, preview: 'c2VlZA==' } });
  expect(shown(row({ preview: 'bmV3' }))).toMatchObject({ voucher: { preview: 'bmV3' } });
});

test('a name is a number or a ulid in either case', () => {
  expect(matchesRef(seed, '7')).toBe(true);
  expect(matchesRef(seed, '007')).toBe(true);
  expect(matchesRef(seed, seed.ulid.toLowerCase())).toBe(true);
  expect(matchesRef(seed, '8')).toBe(false);
});

test('what cannot be an id is refused without asking', () => {
  expect(idFailure('a-b')?.message).toBe('Invalid voucher ID');
  expect(idFailure('01JD7Q4K')).toBeUndefined();
});
