import { expect, it } from 'vitest';

import type { Limits } from '../../contract/accounts.ts';
import { readAnswer } from '../../local/queries/answers.ts';
import { readAccount, readUser } from '../../local/queries/user-and-region.ts';
import { json } from '../../local/testing/fake-environment.ts';
import { sampleMoneyLimit, sampleUser, sampleVoucher } from '../../local/testing/samples.ts';
import { refuses, says, signedInFixture } from '../testing/worker-fixture.ts';

const SESSION = {
  id: 7,
  user_agent: 'test',
  created_at: '2026-11-01T00:00:00.000Z',
  expires_at: '2026-12-01T00:00:00.000Z',
  is_current: false,
};
const LIMITS = { guesses_per_day: null, break_until: null };

it('knows of the PIN once it is set, and stores none', async () => {
  const { api, db } = await signedInFixture(() =>
    json(200, { success: true, message: 'Your PIN is set' }),
  );
  expect(await api.setPin({ pin: '246810', password: 'p' })).toEqual({
    ok: true,
    value: 'Your PIN is set',
  });
  expect((await readUser(db))?.user.has_pin).toBe(true);
  for (const table of db.tables)
    expect(JSON.stringify(await table.toArray())).not.toContain('246810');
});

it('learns at once that a PIN by a mailed link keeps money in', async () => {
  const paused = sampleUser({
    outgoing_paused_until: '2026-11-29T12:00:00.000Z',
    outgoing_pause_reason: 'pin',
  });
  const { api, db } = await signedInFixture(({ method }) =>
    json(200, {
      success: true,
      ...(method === 'GET' ? { data: paused } : { message: 'Your PIN is set' }),
    }),
  );
  await api.setPin({ pin: '246810', password: 'p', token: 't' });
  expect((await readUser(db))?.user).toMatchObject({ outgoing_pause_reason: 'pin' });
});

it('keeps the user as the server answers, but not a refused change', async () => {
  const { api, db, server } = await signedInFixture(refuses(409, 'username_taken', 'taken'));
  const before = (await readUser(db))?.user;
  expect(await api.updateProfile({ username: 'new_name' })).toMatchObject({
    error: { code: 'username_taken' },
  });
  expect((await readUser(db))?.user).toEqual(before);
  server.answerBy(() => json(200, { success: true, data: sampleUser({ username: 'new_name' }) }));
  await api.updateProfile({ username: 'new_name' });
  expect((await readUser(db))?.user.username).toBe('new_name');
});

it("knows the user's own giveaways by the new name, and leaves everybody else's", async () => {
  const { api, db } = await signedInFixture(says(sampleUser({ username: 'new_name' })));
  await db.vouchers.bulkPut([
    { ...sampleVoucher({ id: 1, ulid: 'OWN', creator: sampleUser().username }), fetchedAt: 1 },
    { ...sampleVoucher({ id: 2, ulid: 'OTHER', creator: 'somebody' }), fetchedAt: 1 },
  ]);
  await api.updateProfile({ username: 'new_name' });
  const creators = (await db.vouchers.toArray()).map(({ ulid, creator }) => [ulid, creator]);
  expect(Object.fromEntries(creators)).toEqual({ OWN: 'new_name', OTHER: 'somebody' });
});

it('mirrors passkeys, and at once what is changed of them', async () => {
  const passkey = { id: 4, user_agent: 'test', created_at: SESSION.created_at, last_used_at: null };
  let passkeys = [passkey];
  const { api, db, server } = await signedInFixture(({ method, path }) => {
    if (path.endsWith('/limits')) return json(200, { success: true, data: LIMITS });
    if (path.endsWith('/sessions')) return json(200, { success: true, data: [SESSION] });
    if (method === 'GET') return json(200, { success: true, data: passkeys });
    passkeys = method === 'DELETE' ? [] : [passkey];
    return json(200, { success: true, message: 'done' });
  });
  const mirrored = async () => (await readAccount(db))?.passkeys;
  await api.refreshAccount();
  expect(await mirrored()).toEqual([passkey]);
  expect(await api.removePasskey({ id: 4, password: 'p' })).toEqual({ ok: true, value: 'done' });
  expect(await mirrored()).toEqual([]);
  const made = { id: 'id', client_data: 'data', attestation_object: 'object' };
  expect(await api.addPasskey(made)).toEqual({ ok: true, value: 'done' });
  expect(await mirrored()).toEqual([passkey]);
  // Removed on another device: here it goes, too.
  passkeys = [];
  server.answerBy(({ method, path }) => {
    if (path.endsWith('/limits')) return json(200, { success: true, data: LIMITS });
    if (method !== 'GET')
      return json(404, { success: false, code: 'passkey_gone', message: 'gone' });
    return json(200, { success: true, data: path.endsWith('/sessions') ? [SESSION] : passkeys });
  });
  expect(await api.removePasskey({ id: 4, password: 'p' })).toMatchObject({ ok: false });
  expect(await mirrored()).toEqual([]);
});

it('mirrors devices and limits, and what is changed of them', async () => {
  const { api, db, server } = await signedInFixture(({ path }) =>
    path.endsWith('/limits')
      ? json(200, { success: true, data: LIMITS })
      : json(200, { success: true, data: [SESSION] }),
  );
  await api.refreshAccount();
  expect(await readAccount(db)).toMatchObject({ sessions: [SESSION], limits: LIMITS });
  const limits = { guesses_per_day: 5, break_until: null };
  server.answerBy(() => json(200, { success: true, data: limits }));
  await api.setLimits(limits);
  expect((await readAccount(db))?.limits).toEqual(limits);
  server.answerBy(() => json(404, { success: false, code: 'session_gone', message: 'gone' }));
  expect(await api.revokeSession(SESSION.id)).toEqual({ ok: true, value: 'gone' });
  expect((await readAccount(db))?.sessions).toEqual([]);
});

it('asks for limits anew, however fresh, where the answer to their change was lost', async () => {
  let kept: Limits = LIMITS;
  const { api, db } = await signedInFixture(({ method, path }) => {
    if (method === 'PUT') {
      kept = { ...LIMITS, break_until: '2100-01-01T00:00:00.000Z' };
      return Promise.reject(new TypeError('no network'));
    }
    return json(200, { success: true, data: path.endsWith('/limits') ? kept : [] });
  });
  await api.refreshAccount();
  expect(await api.setLimits(LIMITS)).toMatchObject({ ok: false });
  await api.refreshAccount();
  expect((await readAccount(db))?.limits).toEqual(kept);
});

it('leaves this device alone in the list once the password is another one', async () => {
  const here = { ...SESSION, id: 8, is_current: true };
  const { api, db } = await signedInFixture(({ method, path }) => {
    if (method === 'POST') return json(200, { success: true, message: 'changed' });
    if (path.endsWith('/limits')) return json(200, { success: true, data: LIMITS });
    return json(200, { success: true, data: path.endsWith('/sessions') ? [here, SESSION] : [] });
  });
  await api.refreshAccount();
  await api.changePassword({ current_password: 'old', password: 'another one' });
  expect((await readAccount(db))?.sessions).toEqual([here]);
});

it('keeps the money limits that the server answers an own one with, and nothing of a refusal', async () => {
  const data = { level: 'verified', next: null, limits: [sampleMoneyLimit({ own_limit: 2_000 })] };
  const { api, db, server } = await signedInFixture(says(data));
  const wish = { currency: 'NGN', limit: 2_000 } as const;
  expect(await api.setMoneyLimit(wish)).toEqual({ ok: true, value: undefined });
  expect(server.requests[0]).toMatchObject({
    method: 'PATCH',
    path: '/api/v1/user/money-limits',
    body: wish,
  });
  const kept = async () => (await readAnswer(db, { path: '/user/money-limits' }))?.answer.data;
  expect(await kept()).toEqual(data);
  server.answerBy(refuses(422, 'validation_failed', 'must be lower'));
  expect(await api.setMoneyLimit(wish)).toMatchObject({ ok: false });
  expect(await kept()).toEqual(data);
});
