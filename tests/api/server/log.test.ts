import { sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { users } from '../../../server/db/schema/accounts.ts';
import { signUp, tokenFor } from '../../fixtures/api/accounts.ts';
import { openGiveaway, wrongCode } from '../../fixtures/api/giveaways.ts';
import { withLog } from '../../fixtures/api/log-lines.ts';
import { addPerson } from '../../fixtures/api/people.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp();

describe('the log', () => {
  it('names routes and people by number, but no token, password, code or address', async () => {
    const { app, logged } = await withLog(test);
    const ada = await addPerson(test.deps, 'ada', { walletMinor: 1_000_000n });
    const { ulid, code } = await openGiveaway(test, ada);
    const { email, password, token } = await signUp(test);
    await test.call('POST', '/forgot-password', { body: { email } });
    const link = await tokenFor(test, email);
    const headers = { authorization: `Bearer ${token}` };
    const post = (url: string, payload: object) =>
      app.inject({ method: 'POST', url: `/api${url}`, headers, payload });
    const statuses = [
      await post('/login', { email, password }),
      await post('/login', { email, password: 'the-wrong-password' }),
      await post('/v1/verify-email', { token: link }),
      await post('/v1/vouchers/submit', { voucher_id: ulid, code: wrongCode(code) }),
      await post('/v1/vouchers/submit', { voucher_id: ulid, code: 'x', admin: code }),
      await app.inject({ url: `/api/v1/user?_t=${code}`, headers }),
      await app.inject({ url: `/api/v1/nothing/${code}?token=${token}`, headers }),
      await app.inject({ url: `/api/v1/vouchers/%zz${code}`, headers }),
      await app.inject({ method: 'POST', url: '/api/v1/vouchers', headers, payload: 'x' }),
    ].map(({ statusCode }) => statusCode);
    expect(statuses).toEqual([200, 401, 422, 422, 422, 200, 404, 400, 415]);
    expect(logged()).toContain('"route":"/api/v1/vouchers/submit"');
    expect(logged()).toMatch(/"user":\d+,"msg":"signed in"/);
    for (const refusal of ['invalid_credentials', 'validation_failed', 'not_found'])
      expect(logged()).toContain(`"code":"${refusal}"`);
    // Who was refused, by number.
    expect(logged()).toMatch(/"route":"\/api\/v1\/vouchers\/submit","status":422,[^}]*"user":\d+/);
    const secrets = [email, password, 'the-wrong-password', token, link, code, wrongCode(code)];
    for (const secret of secrets) expect(logged()).not.toContain(secret);
    await app.close();
  });

  it('has one short line of a request that was refused for want of room', async () => {
    const { app, logged } = await withLog(test, {
      arriving: 0,
      reads: 0,
      writes: 0,
      crowd: 0,
      batched: 0,
    });
    expect((await app.inject('/api/v1/regions')).statusCode).toBe(503);
    expect(logged()).toContain('"status":503');
    expect(logged().trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(logged())).toMatchObject({ status: 503, code: 'unavailable' });
    await app.close();
  });

  it('says which statement of the database failed and why, without its values', async () => {
    const { app, log, logged } = await withLog(test);
    const email = 'ngozi@goodies.test';
    const { db } = test.deps;
    const insert = () =>
      db.insert(users).values({
        username: 'ngozi',
        email,
        passwordHash: 'a-secret-hash',
        region: 'nigeria',
        referralCode: 'NGOZISCODE',
        createdAt: new Date(test.clock.now()),
      });
    await insert();
    const twice = await insert().catch((error: unknown) => error);
    log.error({ err: twice }, 'failed');
    const misfit = await db
      .execute(sql`select ${'a-secret-text'}::text::int`)
      .catch((error: unknown) => error);
    log.error({ err: misfit }, 'failed');
    log.error({ err: new Error(`550 no such box <${email}>`) }, 'failed');
    expect(logged()).toContain('users_username_unique');
    expect(logged()).toContain('"sqlState":"23505"');
    expect(logged()).toContain('insert into \\"users\\"');
    expect(logged()).toContain('550 no such box <[address]>');
    expect(logged()).toMatch(/"stack":"\s+at /);
    for (const secret of [email, 'a-secret-hash', 'NGOZISCODE', 'a-secret-text'])
      expect(logged()).not.toContain(secret);
    await app.close();
  });
});
