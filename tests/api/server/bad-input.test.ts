import { afterAll, describe, expect, it } from 'vitest';

import { badBodies, badQueries } from '../../fixtures/api/bad-values.ts';
import { postForm } from '../../fixtures/api/giveaways.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { goodBodies, setStage } from '../../fixtures/api/good-bodies.ts';
import { expectRefusal } from '../../fixtures/api/refusal.ts';
import { addressOf, startWithRoutes, type Route } from '../../fixtures/api/route-list.ts';
import { digestTables } from '../../fixtures/api/table-digest.ts';
import { rateLimits } from '../../../server/db/schema/http.ts';

// Started here and not in a hook: the routes it registers decide which tests there are.
const { test, routes } = await startWithRoutes();
const stage = await setStage(test);
const good = goodBodies(stage);
afterAll(() => test.close());

/** Runs refused requests, after which every table holds what it held before. */
async function changingNothing(work: () => Promise<void>): Promise<void> {
  const before = await digestTables(test);
  // One test's attempts must not be what refuses the next one's.
  await test.deps.db.delete(rateLimits);
  await work();
  expect(await digestTables(test)).toEqual(before);
}

/** The caller that a request may come from: not the giveaways' creator where that matters. */
const tokenFor = ({ url }: Route): string =>
  (url.endsWith('/submit') ? stage.kofi : stage.ada).token;
const pathOf = (route: Route): string =>
  addressOf(route, route.url.includes(':reference') ? stage.reference : stage.active.ulid);

describe('a bad body', () => {
  const withBody = routes.filter(({ body }) => body !== undefined);

  it('is tried on every route that takes one', () => {
    expect(withBody.map(({ name }) => name).toSorted()).toEqual(Object.keys(good).toSorted());
  });

  it.each(withBody)('$name', async (route) => {
    if (!route.body) throw new Error('a route without a body');
    const bodies = badBodies(route.body, good[route.name] ?? {});
    await changingNothing(async () => {
      for (const { why, payload, contentType } of bodies) {
        const reply = await test.call(route.method, pathOf(route), {
          token: tokenFor(route),
          headers: { 'content-type': contentType },
          body: payload,
        });
        expectRefusal(reply, why);
      }
    });
  });
});

describe('a bad query', () => {
  const withQuery = routes.filter(({ query }) => query !== undefined);

  it('is tried on some routes', () => expect(withQuery.length).toBeGreaterThan(4));

  it.each(withQuery)('$name', async (route) => {
    if (!route.query) throw new Error('a route without a query');
    const queries = badQueries(route.query);
    await changingNothing(async () => {
      for (const query of queries) {
        const address = `${pathOf(route)}?${query}`;
        expectRefusal(await test.call(route.method, address, { token: tokenFor(route) }), query);
      }
    });
  });
});

describe('a bad name in a path', () => {
  const NAMES = {
    'a null byte': '%00',
    'an encoding that is none': '%zz',
    'bytes that are no text': '%F0%28%8C%28',
    'a way out': '..%2F..%2Fetc%2Fpasswd',
    SQL: "1'%20or%20'1'='1",
    'SQL that ends': "1';drop%20table%20users;--",
    'a negative number': '-1',
    'no number of any': '0',
    'half a number': '1.5',
    'a number beyond all': '2147483648',
    'too many digits': '9'.repeat(27),
    'far too many letters': 'x'.repeat(5_000),
    'an inherited name': 'constructor',
    'a reversing mark': '%E2%80%AE1',
    'a voucher that is not there': '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  };
  // An unknown checkout is answered to a person, by a page.
  const named = routes.filter(({ url }) => url.includes(':') && !url.startsWith('/sandbox'));

  it('is tried on some routes', () => expect(named.length).toBeGreaterThan(4));

  it.each(named)('$name', async (route) => {
    await changingNothing(async () => {
      for (const [why, name] of Object.entries(NAMES)) {
        const { token } = stage.ada;
        expectRefusal(await test.call(route.method, addressOf(route, name), { token }), why);
      }
    });
  });
});

describe('a bad header', () => {
  it('for an idempotency key', async () => {
    const keyed = [
      '/wallet/topup/initialize',
      '/wallet/withdraw',
      '/vouchers/payment/initialize',
      '/vouchers/payment/wallet',
      '/vouchers/submit',
    ];
    await changingNothing(async () => {
      for (const key of ['short', 'x'.repeat(129), 'with a space in it', `quote"'--;`, '']) {
        const headers = { 'idempotency-key': key };
        for (const path of keyed) {
          const token = path.endsWith('/submit') ? stage.kofi.token : stage.ada.token;
          const body = good[`POST /api/v1${path}`];
          expectRefusal(await test.call('POST', path, { token, headers, body }), `${path} ${key}`);
        }
        expectRefusal(await postForm(test, stage.ada.token, {}, { headers }), `a form, ${key}`);
      }
    });
  });

  it('for an idempotency key is not looked for in a body that nobody can read', async () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    const headers = { 'idempotency-key': 'a-key-of-ada', 'content-type': 'application/json' };
    await changingNothing(async () => {
      // Routes without a schema for their body: one reads a form, the other needs none.
      for (const path of ['/vouchers', `/vouchers/${stage.active.ulid}/cancel`]) {
        const { token } = stage.ada;
        expectRefusal(await test.call('POST', path, { token, headers, body: deep }), path);
      }
    });
  });

  it('for a session', async () => {
    const { token } = stage.ada;
    const authorizations = [token, `Basic ${token}`, `Bearer ${token} x`, `Bearer ${token}é`];
    for (const authorization of [...authorizations, `Bearer ${'x'.repeat(12_000)}`, 'Bearer ']) {
      const reply = await test.call('GET', '/points', { headers: { authorization } });
      expectRefusal(reply, authorization.slice(0, 40));
      expect(reply.status).toBe(401);
    }
  });

  it('for a device is passed over', async () => {
    const url = `/vouchers/${stage.active.ulid}`;
    for (const device of ['', "' or 1=1", 'x'.repeat(12_000)]) {
      const reply = await test.call('GET', url, { headers: { 'x-device-id': device } });
      expect(reply.status).toBe(200);
    }
  });
});

describe("another user's", () => {
  const { ada, kofi, uche, pending, active, privateOne, reference } = stage;
  const payment = { amount: 1000, currency: 'NGN' };
  const [byWallet, submit] = ['/vouchers/payment/wallet', '/vouchers/submit'];
  const verifyTopup = '/wallet/topup/verify';
  const verifyPayment = '/vouchers/payment/verify';
  const [processor, ofVoucher] = ['paystack', { reference: stage.voucherReference }];
  const guessOf = ({ ulid, code }: typeof active, voucherId = ulid) => ({
    voucher_id: voucherId,
    code,
  });
  const paying = { voucher_id: pending.ulid, ...payment };
  const byNumber = String(pending.id);
  const attempts: readonly (readonly [string, Person, string, object])[] = [
    ['giveaway, paid for', kofi, byWallet, paying],
    ['giveaway, by its number', kofi, byWallet, { ...paying, voucher_id: byNumber }],
    ['giveaway, not posted yet, guessed', kofi, submit, guessOf(pending)],
    ['private giveaway, guessed', kofi, submit, guessOf(privateOne)],
    ['private giveaway, by its number', kofi, submit, guessOf(privateOne, String(privateOne.id))],
    ['prize, by the creator', ada, submit, guessOf(active)],
    ['top-up', kofi, verifyTopup, { reference, processor }],
    [
      'giveaway, paid for by a processor',
      kofi,
      '/vouchers/payment/initialize',
      { voucher_id: pending.ulid, amount: 1000, processor },
    ],
    ['payment for a giveaway', kofi, verifyPayment, ofVoucher],
    ['top-up, as the payment for a giveaway', ada, verifyPayment, { reference }],
    ['payment for a giveaway, as a top-up', ada, verifyTopup, { ...ofVoucher, processor }],
    ['giveaway, paid for without a proved address', uche, byWallet, paying],
    [
      'giveaway, not posted yet, clicked',
      kofi,
      '/vouchers/track-link-click',
      { voucher_id: pending.ulid },
    ],
  ];

  it.each(attempts)('%s', async (what, { token }, path, body) => {
    await changingNothing(async () => {
      expectRefusal(await test.call('POST', path, { token, body }), what);
    });
  });

  it('giveaway that is not posted yet cannot be looked at, by link or number', async () => {
    await changingNothing(async () => {
      for (const person of [undefined, kofi, uche]) {
        for (const name of [pending.ulid, String(pending.id)]) {
          for (const page of ['', '/views', '/top-sharers', '/fairness']) {
            const path = `/vouchers/${name}${page}`;
            const reply = await test.call('GET', path, { token: person?.token });
            expectRefusal(reply, path);
            expect(reply.status).toBe(404);
          }
        }
      }
    });
  });

  it('giveaway that is not posted yet takes no views', async () => {
    await changingNothing(async () => {
      const body = { voucher_ids: [pending.ulid] };
      const reply = await test.call('POST', '/vouchers/track-views', { token: kofi.token, body });
      expect(reply.body).toMatchObject({ tracked: 0 });
    });
  });
});

describe('without its fault', () => {
  // Last, since these do change things: it shows that each refusal above was about the fault.
  it.each(Object.entries(good))('%s is read', async (name, body) => {
    const route = routes.find((one) => one.name === name);
    if (!route) throw new Error(`no route ${name}`);
    const reply = await test.call(route.method, pathOf(route), { token: tokenFor(route), body });
    expect(['validation_failed', 'malformed', 'unsupported_media']).not.toContain(
      reply.body['code'],
    );
    expect(reply.status, reply.text).toBeLessThan(500);
  });
});
