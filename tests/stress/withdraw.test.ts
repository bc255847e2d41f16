import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { journalTransactions } from '../../server/db/schema/ledger.ts';
import { payouts } from '../../server/db/schema/disbursements.ts';
import { sandboxTransfers } from '../../server/db/schema/sandbox.ts';
import type { Deps } from '../../server/deps.ts';
import type {
  PayoutRail,
  ProviderResponse,
} from '../../server/disbursements/adapters/providers.ts';
import { PAYOUTS, reconcilePayouts } from '../../server/disbursements/payouts.ts';
import { settleByReference } from '../../server/disbursements/settle-disbursement.ts';
import { withdraw } from '../../server/wallet/withdraw.ts';
import { addPerson, nairaOf, type Person } from '../fixtures/api/people.ts';
import { PIN } from '../fixtures/api/pins.ts';
import { failingOf, ownBank } from '../fixtures/api/withdrawals.ts';
import { sendTo, sendUntilAnswered, type Call } from './http-client.ts';
import { setUpServers } from './mortal-server.ts';
import { expectCleanBooks, setUpScene } from './scene.ts';
import { SEND_AGAIN_AFTER_MS } from '../../server/disbursements/disbursement.ts';

const scene = setUpScene();
const startServer = setUpServers(scene);
const send = (call: Call) => sendUntilAnswered(sendTo(scene.app), call);

const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

const destinationOf = (person: Person, isGood: boolean) => ({
  ...ownBank(person),
  ...(!isGood && { account_number: failingOf(person) }),
});

const callFor = (person: Person, key?: string, isGood = true): Call => ({
  token: person.token,
  path: '/wallet/withdraw',
  body: { amount: 100, currency: 'NGN', destination: destinationOf(person, isGood), pin: PIN },
  ...(key ? { key } : {}),
});

/** The server's parts as they are later, so that what waits for the job is due. */
const laterBy = (ms: number): Deps => ({
  ...scene.deps,
  clock: { now: () => Date.now() + ms },
});

/** The server with a rail that took each transfer and never answered; `verdict` is what it knows of them. */
function silentRail(verdict: () => ProviderResponse['state']): { deps: Deps; sent: string[] } {
  const sandbox = scene.deps.payouts.named('sandbox');
  if (!sandbox) throw new Error('no sandbox');
  const sent: string[] = [];
  const rail: PayoutRail = {
    ...sandbox,
    send: ({ reference }) => {
      sent.push(reference);
      return Promise.reject(new Error('timed out'));
    },
    find: () => Promise.resolve({ state: verdict() }),
  };
  return { deps: { ...scene.deps, payouts: { payingOut: () => rail, named: () => rail } }, sent };
}

describe('withdrawals at once', () => {
  it('never take more than a wallet has', async () => {
    const person = await addPerson(scene.deps, 'rich', { walletMinor: 77_000n, hasPin: true });
    // Each is asked once, and the first ones make the rail's account: none may lose a deadlock over it.
    const answers = await times(25, () => sendTo(scene.app)(callFor(person)));
    const codes = answers.map(({ status, body }) => (status === 200 ? 'ok' : body['code']));
    expect(codes.filter((code) => code === 'ok')).toHaveLength(7);
    expect(codes.filter((code) => code === 'insufficient_funds')).toHaveLength(18);
    expect(await nairaOf(scene.deps, person)).toBe(0);
  });

  it('with one key are one', async () => {
    const person = await addPerson(scene.deps, 'eager', { walletMinor: 500_000n, hasPin: true });
    const answers = await times(20, () => send(callFor(person, 'one-withdrawal')));
    const references = answers.map(({ body }) => (body['data'] as { reference: string }).reference);
    expect(new Set(references).size).toBe(1);
    expect(await nairaOf(scene.deps, person)).toBe(4890);
  });

  it('that fail give back what they took while others take it', async () => {
    const person = await addPerson(scene.deps, 'unlucky', { walletMinor: 33_000n, hasPin: true });
    const answers = await times(24, (n) => send(callFor(person, undefined, n % 2 !== 0)));
    const paid = answers.filter(
      ({ body }) => (body['data'] as { status?: string } | undefined)?.status === 'completed',
    );
    expect(await nairaOf(scene.deps, person)).toBe(330 - paid.length * 110);
  });
});

describe.each([
  ['paid', 4890],
  ['failed', 5000],
] as const)('a transfer that timed out and was %s', (truth, balance) => {
  it('ends once, whichever way it is found out first', async () => {
    const person = await addPerson(scene.deps, `timed_out_${truth}`, {
      walletMinor: 500_000n,
      hasPin: true,
    });
    let known: ProviderResponse['state'] = 'processing';
    const { deps, sent } = silentRail(() => known);
    const { reference, status } = await withdraw(deps, undefined, person.userId, {
      amount: 100,
      currency: 'NGN',
      destination: ownBank(person),
      pin: PIN,
    });
    expect([status, await nairaOf(scene.deps, person)]).toEqual(['pending', 4890]);
    known = truth;
    const later = { ...deps, clock: laterBy(SEND_AGAIN_AFTER_MS).clock };
    await Promise.all([
      times(30, () => settleByReference(deps, PAYOUTS, reference)),
      times(5, () => reconcilePayouts(later)),
    ]);
    const [payout] = await scene.deps.db
      .select()
      .from(payouts)
      .where(eq(payouts.reference, reference));
    expect(payout?.status).toBe(truth === 'paid' ? 'completed' : 'failed');
    expect(sent).toEqual([reference]);
    expect(await nairaOf(scene.deps, person)).toBe(balance);
    const movements = await scene.deps.db
      .select()
      .from(journalTransactions)
      .where(eq(journalTransactions.reference, reference));
    expect(movements).toHaveLength(truth === 'paid' ? 1 : 2);
  });
});

describe('a server that is killed again and again during withdrawals', () => {
  const PEOPLE = 40;
  const EACH = 3;
  const DEATHS = [1, 35, 80];

  it('pays each out once, and loses none', async () => {
    const people = await times(PEOPLE, (n) =>
      addPerson(scene.deps, `mortal_${n}`, { walletMinor: 40_000n, hasPin: true }),
    );
    const mortal = await startServer(DEATHS);
    const runs = people.flatMap((person, n) =>
      Array.from({ length: EACH }, (_, k) =>
        mortal.send(callFor(person, `mortal-${n}-${k}`, k !== EACH - 1)),
      ),
    );
    for (const { body } of await Promise.all(runs)) expect(body).toMatchObject({ success: true });
    expect(mortal.deathCount).toBe(DEATHS.length);
    await expectCleanBooks(scene.deps);
    // What a dead process left half-way is finished by the job of a server that lives.
    await reconcilePayouts(laterBy(SEND_AGAIN_AFTER_MS * 2));

    const references = people.map(({ userId }) =>
      scene.deps.db.select().from(payouts).where(eq(payouts.userId, userId)),
    );
    for (const rows of await Promise.all(references)) {
      expect(rows.map(({ status }) => status).toSorted()).toEqual([
        'completed',
        'completed',
        'failed',
      ]);
    }
    for (const person of people) expect(await nairaOf(scene.deps, person)).toBe(180);
    expect(await scene.deps.db.$count(sandboxTransfers)).toBe(
      (await scene.deps.db.$count(payouts)) - 2,
    );
  });
});
