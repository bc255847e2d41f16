import { like } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { rateLimits } from '../../../server/db/schema/http.ts';
import { postForm } from '../../fixtures/api/giveaways.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { expectFailure } from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import { Topups } from '../../fixtures/api/topups.ts';
import { Withdrawals } from '../../fixtures/api/withdrawals.ts';
import { UNVERIFIED_CHECKOUTS_PER_HOUR } from '../../../server/payments/open-checkout.ts';

const test = setUpApp();
const topups = new Topups(test);
const withdrawals = new Withdrawals(test);
const { ada } = setUpPeople(test, { ada: { walletMinor: 500_000n, hasPin: true } });

/** Fills every window of a kind. */
const fill = (kind: string) =>
  test.deps.db
    .update(rateLimits)
    .set({ hits: 10_000 })
    .where(like(rateLimits.key, `${kind}%`));

type Send = (person: Person, key: string) => Promise<Reply>;
const REQUESTS: Readonly<Record<string, readonly [limit: string, send: Send]>> = {
  'a top-up': ['checkout:', (person, key) => topups.start(person, {}, { 'idempotency-key': key })],
  'a withdrawal': [
    'withdraw:',
    (person, key) => withdrawals.start(person, { amount: 500 }, { 'idempotency-key': key }),
  ],
  'a new giveaway': [
    'upload:',
    ({ token }, key) => postForm(test, token, {}, { headers: { 'idempotency-key': key } }),
  ],
};

it.each(Object.entries(REQUESTS))(
  'a repeated request for %s gets its first answer past the limit',
  async (_what, [limit, send]) => {
    const key = `repeated-${test.round}`;
    const first = await send(ada, key);
    expect([200, 201], first.text).toContain(first.status);
    await fill(limit);
    expectFailure(await send(ada, `another-${test.round}`), 429, 'too_many_requests');
    const again = await send(ada, key);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
  },
);

it('an account without a proved address starts five top-ups an hour', async () => {
  const newcomer = await addPerson(test.deps, `new_${test.round}`, { verified: false });
  for (let n = 0; n < UNVERIFIED_CHECKOUTS_PER_HOUR; n += 1)
    expect((await topups.start(newcomer)).status).toBe(200);
  expectFailure(await topups.start(newcomer), 429, 'too_many_requests');
  for (let n = 0; n <= UNVERIFIED_CHECKOUTS_PER_HOUR; n += 1)
    expect((await topups.start(ada)).status).toBe(200);
  test.clock.advance(60 * 60_000);
  expect((await topups.start(newcomer)).status).toBe(200);
});
