import type { FastifyRequest } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { openEmbeddedDatabase } from '../../tests/fixtures/embedded-database.ts';
import { IDEMPOTENCY_KEEP_MS } from '../../contract/constants.ts';
import type { Database } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { createSecrets } from '../config/secrets.ts';
import { requestKeyOf, withIdempotencyKey, type RequestKey } from './idempotency.ts';

const now = new Date('2026-11-02T09:00:00Z');

describe('repeated requests', () => {
  let database: Database;
  let userId: number;
  beforeAll(async () => {
    database = await openEmbeddedDatabase();
    const [user] = await database.db
      .insert(users)
      .values({
        username: 'ada',
        email: 'ada@goodies.test',
        region: 'nigeria',
        referralCode: 'ADA1',
        createdAt: now,
      })
      .returning({ id: users.id });
    userId = user?.id ?? 0;
  });
  afterAll(() => database.close());

  const keyed = (key: string, fingerprint = 'same'): RequestKey => ({
    userId,
    key,
    fingerprint,
    isSame: (stored) => stored === fingerprint,
  });
  const counter = () => {
    let runs = 0;
    return async () => ({ status: 200, body: { run: (runs += 1) } });
  };

  it('get the first answer again, without doing the fn again', async () => {
    const fn = counter();
    const first = await withIdempotencyKey(database.db, keyed('key-one'), now, fn);
    expect(await withIdempotencyKey(database.db, keyed('key-one'), now, fn)).toEqual(first);
    expect(first).toEqual({ status: 200, body: { run: 1 } });
  });

  it('are refused when the same key comes with another request', async () => {
    const fn = counter();
    await withIdempotencyKey(database.db, keyed('key-two'), now, fn);
    await expect(
      withIdempotencyKey(database.db, keyed('key-two', 'other'), now, fn),
    ).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  it('run again after a failure, which leaves no trace', async () => {
    const fn = counter();
    const failing = withIdempotencyKey(database.db, keyed('key-three'), now, async () => {
      throw new Error('died in the middle');
    });
    await expect(failing).rejects.toThrow('died in the middle');
    expect(await withIdempotencyKey(database.db, keyed('key-three'), now, fn)).toMatchObject({
      body: { run: 1 },
    });
  });

  it('run again once the answer is older than a phone stays offline', async () => {
    const fn = counter();
    const first = await withIdempotencyKey(database.db, keyed('key-four'), now, fn);
    const later = new Date(now.getTime() + IDEMPOTENCY_KEEP_MS + 1);
    const again = await withIdempotencyKey(database.db, keyed('key-four'), later, fn);
    expect(again).not.toEqual(first);
    expect(await withIdempotencyKey(database.db, keyed('key-four'), later, fn)).toEqual(again);
  });

  it('without a key are all new', async () => {
    const fn = counter();
    await withIdempotencyKey(database.db, undefined, now, fn);
    expect(await withIdempotencyKey(database.db, undefined, now, fn)).toMatchObject({
      body: { run: 2 },
    });
  });
});

describe('what a request is recognised by', () => {
  const secrets = createSecrets('a secret that is used by these tests only');
  const keyOf = (body: object): RequestKey | undefined => {
    const request = {
      method: 'POST',
      routeOptions: { url: '/airtime' },
      params: {},
      headers: { 'idempotency-key': 'key-of-a-phone' },
      body,
    };
    return requestKeyOf(secrets, request as unknown as FastifyRequest, 1);
  };

  it('is not the PIN, but what a version before passkeys has stored with it is known', () => {
    const body = { amount: 5, pin: '246813' };
    const stored = (of: object) =>
      secrets.fingerprint(JSON.stringify(['POST', '/airtime', {}, of]));
    expect(keyOf(body)?.fingerprint).toBe(stored({ amount: 5 }));
    expect(keyOf(body)?.isSame(stored({ amount: 5 }))).toBe(true);
    expect(keyOf(body)?.isSame(stored(body))).toBe(true);
    expect(keyOf(body)?.isSame(stored({ ...body, amount: 6 }))).toBe(false);
    expect(keyOf(body)?.isSame(stored({ amount: 6 }))).toBe(false);
  });
});
