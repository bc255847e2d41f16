import { afterAll, describe, expect, it } from 'vitest';

import { OUTGOING_PAUSE_MS } from '../../../contract/accounts/outgoing-pause.ts';
import type { PasskeyOptionsAnswer } from '../../../contract/accounts/passkeys.ts';
import { dateOf } from '../../../server/clock.ts';
import { exchangeRates } from '../../../server/db/schema/exchange.ts';
import { rateLimits } from '../../../server/db/schema/http.ts';
import { checkBooks, faultsOf } from '../../../server/ledger/check-books.ts';
import { PASSWORD, tokenFor } from '../../fixtures/api/accounts.ts';
import { postGiveaway } from '../../fixtures/api/giveaways.ts';
import { SoftAuthenticator } from '../../fixtures/api/passkeys/soft-authenticator.ts';
import { makeVoucher } from '../../fixtures/api/payment-vouchers.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { PIN } from '../../fixtures/api/pins.ts';
import { refusalOf } from '../../fixtures/api/refusal.ts';
import { AIRTIME, BILL } from '../../fixtures/api/request-bodies.ts';
import { addressOf, startWithRoutes, type Route } from '../../fixtures/api/route-list.ts';
import { digestTables } from '../../fixtures/api/table-digest.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import { requestOf } from '../../fixtures/api/withdrawals.ts';

// Started here and not in a hook: the routes it registers decide which tests there are.
const { test, routes } = await startWithRoutes();
afterAll(async () => {
  expect(faultsOf(await checkBooks(test.deps.db))).toEqual([]);
  await test.close();
});

const NEW_PASSWORD = 'the-owners-new-password';

/** A route takes money out if it moves money and takes the proof of its owner. */
const takesOut = ({ needsKey, body }: Route): boolean =>
  needsKey && body !== undefined && 'passkey' in body.properties;
const outgoing = routes.filter(takesOut);

type BodyOf = (person: Person) => object | Promise<object>;

const payment = (ulid: string): object => ({ voucher_id: ulid, amount: 1000, currency: 'NGN' });

async function quoteOf({ token }: Person): Promise<object> {
  const rates = { NGN: 1500, GHS: 12, KES: 130 };
  const readAt = dateOf(test.clock);
  await test.deps.db.insert(exchangeRates).values({ rates, source: 'live', readAt });
  const body = { from: 'NGN', to: 'GHS', amount: 1000 };
  const reply = await test.call('POST', '/wallet/exchange/quote', { token, body });
  expect(reply.status, reply.text).toBe(200);
  return { quote_id: (reply.body['data'] as unknown as { quote_id: string }).quote_id };
}

/** What is sent to each route, in each way that money leaves by it. */
const WAYS: Readonly<Record<string, Readonly<Record<string, BodyOf>>>> = {
  'POST /api/v1/wallet/withdraw': { 'a withdrawal': requestOf },
  'POST /api/v1/wallet/exchange': { 'an exchange': quoteOf },
  'POST /api/v1/airtime/purchase': { airtime: () => AIRTIME },
  'POST /api/v1/bills/pay': { 'a bill': () => BILL },
  'POST /api/v1/vouchers/payment/wallet': {
    'a giveaway': async (person) => payment((await postGiveaway(test, person)).ulid),
    'a payment voucher': async (person) => payment((await makeVoucher(test, person)).ulid),
  },
  'POST /api/v1/vouchers/send': { 'money sent': () => ({ amount: 100, currency: 'NGN' }) },
  'POST /api/v1/premium/subscribe': {
    premium: () => ({ plan: 'premium', amount: 1000, currency: 'NGN', method: 'wallet' }),
  },
};

const ways = outgoing.flatMap((route) =>
  Object.entries(WAYS[route.name] ?? {}).map(([what, bodyOf]) => ({ route, what, bodyOf })),
);

let keys = 0;

/** @returns sends it with the right PIN, each time with the same key */
async function prepare(
  { route, bodyOf }: Pick<(typeof ways)[number], 'route' | 'bodyOf'>,
  person: Person,
): Promise<(token?: string) => Promise<Reply>> {
  const body = { ...(await bodyOf(person)), pin: PIN };
  keys += 1;
  const headers = { 'idempotency-key': `outgoing-${keys}` };
  return (token = person.token) =>
    test.call(route.method, addressOf(route, 'x'), { token, headers, body });
}

/** Asks every way of a person, who must be refused and keep everything. */
async function expectNothingLeaves(person: Person, code: string): Promise<void> {
  for (const way of ways) {
    const send = await prepare(way, person);
    const before = await digestTables(test);
    const reply = await send();
    expect([way.what, ...refusalOf(reply)], reply.text).toEqual([way.what, 403, code]);
    expect(await digestTables(test)).toEqual(before);
  }
}

const emailOf = ({ username }: Person): string => `${username}@goodies.test`;

const post = (path: string, body: object | undefined, token?: string): Promise<Reply> =>
  test.call('POST', path, { ...(body && { body }), token });

async function ok(reply: Promise<Reply>): Promise<Reply> {
  const answered = await reply;
  expect(answered.status, answered.text).toBe(200);
  return answered;
}

async function logIn(person: Person, password = PASSWORD): Promise<Person> {
  await test.deps.db.delete(rateLimits);
  const body = { username: person.username, password, remember: true };
  return { ...person, token: String((await ok(post('/api/login', body))).body['token']) };
}

async function changeAddress(person: Person, email: string): Promise<void> {
  const { token } = person;
  const body = { email, password: PASSWORD };
  await ok(test.call('PATCH', '/user', { token, body }));
}

/** What begins a pause. @returns the person with the session that they have then */
const BEGINNINGS: Readonly<Record<string, (person: Person) => Promise<Person>>> = {
  'a PIN that was forgotten': async (person) => {
    await ok(post('/user/pin/forgotten', undefined, person.token));
    const token = await tokenFor(test, emailOf(person), '/profile/pin');
    await ok(post('/user/pin', { pin: PIN, password: PASSWORD, token }, person.token));
    return person;
  },
  'another address once it is proved': async (person) => {
    const email = `new_${emailOf(person)}`;
    await changeAddress(person, email);
    const token = await tokenFor(test, email, '/verify-email');
    await ok(post('/verify-email', { token }, person.token));
    return person;
  },
  'a change of address that was undone': async (person) => {
    await changeAddress(person, `new_${emailOf(person)}`);
    const token = await tokenFor(test, emailOf(person), '/undo-email');
    await ok(post('/user/email/undo', { token }));
    return logIn(person);
  },
  'a password by mail': async (person) => {
    await ok(post('/forgot-password', { email: emailOf(person) }));
    const token = await tokenFor(test, emailOf(person), '/forgot-password');
    await ok(post('/reset-password', { token, password: NEW_PASSWORD }));
    return logIn(person, NEW_PASSWORD);
  },
  'a passkey by the password alone': async (person) => {
    const { token } = person;
    const begun = await ok(post('/user/passkeys/options', { password: PASSWORD }, token));
    const { data } = JSON.parse(begun.text) as PasskeyOptionsAnswer;
    await ok(post('/user/passkeys', new SoftAuthenticator().make(data), token));
    return person;
  },
  'an account that was unfrozen': async (person) => {
    await ok(post('/user/freeze', {}, person.token));
    const frozen = await logIn(person);
    await expectNothingLeaves(frozen, 'account_frozen');
    test.clock.advance(OUTGOING_PAUSE_MS);
    await expectNothingLeaves(frozen, 'account_frozen');
    await ok(post('/user/unfreeze/mail', undefined, frozen.token));
    const token = await tokenFor(test, emailOf(person), '/unfreeze');
    await ok(post('/user/unfreeze', { token }));
    return frozen;
  },
};

let people = 0;
const newPerson = (): Promise<Person> => {
  people += 1;
  return addPerson(test.deps, `paused_${people}`, { walletMinor: 10_000_000n, hasPin: true });
};

it('knows a request for each route that takes money out', () => {
  expect(Object.keys(WAYS).toSorted()).toEqual(outgoing.map(({ name }) => name).toSorted());
});

describe('no money leaves for a day', () => {
  it.each(Object.entries(BEGINNINGS))('after %s', async (_what, begin) => {
    const person = await begin(await newPerson());
    const beganAt = test.clock.now();
    const { body } = await test.call('GET', '/api/user', { token: person.token });
    const until = new Date(beganAt + OUTGOING_PAUSE_MS).toISOString();
    expect(body).toMatchObject({ outgoing_paused_until: until, frozen: false });
    await expectNothingLeaves(person, 'outgoing_paused');
    test.clock.advance(OUTGOING_PAUSE_MS - 1);
    await expectNothingLeaves(person, 'outgoing_paused');
    test.clock.advance(1);
    await test.deps.db.delete(rateLimits);
    for (const way of ways) {
      const reply = await (await prepare(way, person))();
      expect([way.what, reply.status], reply.text).toEqual([way.what, 200]);
    }
    const later = await test.call('GET', '/api/user', { token: person.token });
    expect(later.body).toMatchObject({ outgoing_paused_until: null, outgoing_pause_reason: null });
  });

  it('says until when and why, before it asks for a PIN', async () => {
    const person = await BEGINNINGS['a password by mail']?.(await newPerson());
    if (!person) throw new Error('nobody');
    const body = { ...requestOf(person), pin: undefined };
    const reply = await post('/wallet/withdraw', body, person.token);
    expect(refusalOf(reply)).toEqual([403, 'outgoing_paused']);
    const until = new Date(test.clock.now() + OUTGOING_PAUSE_MS).toISOString();
    expect(reply.body['outgoing_paused_until']).toBe(until);
    expect(reply.body['message']).toMatch(
      /^Money can leave from \d+ \w+ \d{4}, \d\d:\d\d, because your password was changed by mail on \d+ \w+ \d{4}\.$/,
    );
  });

  it('but what left before is answered again, also while the account is frozen', async () => {
    for (const way of ways) {
      const person = await newPerson();
      const send = await prepare(way, person);
      const first = await send();
      expect(first.status, first.text).toBe(200);
      await ok(post('/user/freeze', {}, person.token));
      const again = await send((await logIn(person)).token);
      expect([way.what, again.body]).toEqual([way.what, first.body]);
    }
  });
});
