import { describe, expect, it } from 'vitest';
import type { AllowedUser, LotteryGuess } from '../../contract/analytics.ts';
import { readAllowedUsers, readAnalytics } from '../../local/queries/created-vouchers.ts';
import { readEntries } from '../../local/queries/vouchers.ts';
import { json } from '../../local/testing/fake-environment.ts';
import { ULID_A, sampleAnalytics, sampleVoucher } from '../../local/testing/samples.ts';
import { NOW, says, signedInFixture, workerFixture } from '../testing/worker-fixture.ts';
import { VOUCHER_FETCH_DEDUPE_MS } from '../context.ts';

const ADA: AllowedUser = {
  id: 3,
  username: 'ada',
  avatar: null,
  added_at: '2026-11-20T10:00:00Z',
};
const ENTRY: LotteryGuess = {
  id: 9,
  number: 21,
  user_id: 3,
  username: 'ada',
  avatar: null,
  guess_code: '48291*446*3**',
  created_at: '2026-11-20T10:00:00Z',
};
const ANALYTICS = sampleAnalytics();

const people =
  (data: readonly AllowedUser[], notFound: readonly string[] = []) =>
  () =>
    json(200, { success: true, data, not_found: notFound });

describe('who may guess', () => {
  it('is stored as a change leaves it, and unknown names are answered', async () => {
    const { api, db, server } = await signedInFixture(people([ADA], ['nobody_here']));
    expect(await api.allowUsers(ULID_A, ['ada', 'nobody_here'])).toEqual({
      ok: true,
      value: ['nobody_here'],
    });
    expect(server.requests[0]).toMatchObject({
      method: 'POST',
      path: `/api/v1/vouchers/${ULID_A}/allowed-users`,
      body: { users: ['ada', 'nobody_here'] },
    });
    expect((await readAllowedUsers(db, ULID_A))?.users).toEqual([ADA]);

    server.answerBy(people([]));
    expect(await api.disallowUsers(ULID_A, [ADA.id])).toEqual({ ok: true, value: [] });
    expect(server.requests[1]).toMatchObject({ method: 'DELETE', body: { user_ids: [3] } });
    expect((await readAllowedUsers(db, ULID_A))?.users).toEqual([]);
  });

  it('stays as it was when a change is refused', async () => {
    const { api, db, server } = await signedInFixture(people([ADA]));
    await api.refreshAllowedUsers(ULID_A);
    server.answerBy(() => json(403, { success: false, code: 'forbidden', message: 'No' }));
    expect(await api.disallowUsers(ULID_A, [ADA.id])).toMatchObject({
      ok: false,
      error: { code: 'forbidden' },
    });
    expect((await readAllowedUsers(db, ULID_A))?.users).toEqual([ADA]);
  });
});

describe('entries', () => {
  it('are stored page by page', async () => {
    const { api, db, server } = workerFixture(() =>
      json(200, {
        success: true,
        guesses: [ENTRY],
        pagination: { current_page: 2, last_page: 2, per_page: 20, total: 21 },
        total_guesses: 21,
      }),
    );
    await api.refreshEntries(ULID_A, 2);
    expect(server.requests[0]?.path).toBe(`/api/v1/vouchers/${ULID_A}/guesses?page=2&per_page=20`);
    expect(await readEntries(db, ULID_A, 2)).toMatchObject({
      entries: [ENTRY],
      lastPage: 2,
      total: 21,
    });
    expect(await readEntries(db, ULID_A, 1)).toBeUndefined();
  });

  it('are asked for again right after the draw', async () => {
    const pagination = { current_page: 1, last_page: 1, per_page: 20, total: 1 };
    const { api, db, server } = workerFixture(() =>
      json(200, { success: true, guesses: [ENTRY], pagination, total_guesses: 1 }),
    );
    await db.vouchers.put({ ...sampleVoucher(), fetchedAt: NOW });
    await api.refreshEntries(ULID_A, 1, { force: true });
    await api.refreshEntries(ULID_A, 1, { force: true });
    expect(server.requests).toHaveLength(1);
    await db.vouchers.update(ULID_A, { status: 'completed' });
    await api.refreshEntries(ULID_A, 1, { force: true });
    expect(server.requests).toHaveLength(2);
  });
});

describe('analytics', () => {
  it('are found by ulid and by number', async () => {
    const { api, db } = await signedInFixture(says({ ...sampleVoucher(), analytics: ANALYTICS }));
    await api.refreshAnalytics(ULID_A);
    expect(await readAnalytics(db, ULID_A.toLowerCase())).toMatchObject({ analytics: ANALYTICS });
    expect(await readAnalytics(db, '7')).toMatchObject({ ulid: ULID_A });
    expect(await readAnalytics(db, '8')).toBeUndefined();
  });

  it('are asked for again, however fresh, once the lottery is known to be drawn', async () => {
    const { api, db, server, pass } = await signedInFixture(
      says({ ...sampleVoucher(), analytics: ANALYTICS }),
    );
    await db.vouchers.put({ ...sampleVoucher(), fetchedAt: NOW });
    await api.refreshAnalytics(ULID_A);
    pass(VOUCHER_FETCH_DEDUPE_MS);
    await api.refreshAnalytics(ULID_A);
    expect(server.requests).toHaveLength(1);
    await db.vouchers.update(ULID_A, { status: 'completed' });
    await api.refreshAnalytics(ULID_A);
    expect(server.requests).toHaveLength(2);
  });

  it('come as a file of all guesses', async () => {
    const { api, server } = await signedInFixture(
      () =>
        new Response('number,user\r\n', { headers: { 'content-type': 'text/csv; charset=utf-8' } }),
    );
    const file = await api.downloadGuesses(ULID_A);
    expect(server.requests[0]?.path).toBe(`/api/v1/vouchers/analytics/${ULID_A}.csv`);
    expect(file.ok && (await file.value.text())).toBe('number,user\r\n');
  });
});
