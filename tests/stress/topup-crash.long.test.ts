import { beforeAll, describe, expect, it, vi } from 'vitest';

import { payments } from '../../server/db/schema/payments.ts';
import { decideCheckout } from '../../server/sandbox/checkout.ts';
import { listBalances } from '../../server/wallet/list-balances.ts';
import type { Person } from '../fixtures/api/people.ts';
import type { Answer } from './http-client.ts';
import { setUpServers } from './mortal-server.ts';
import { addPeople, setUpScene } from './scene.ts';

const PEOPLE = 60;
const TOPUPS = 3;
/** Each top-up takes two answers: 360 in all. */
const DEATHS = [1, 100, 250];

const scene = setUpScene();
const startServer = setUpServers(scene);
let people: Person[];

beforeAll(async () => {
  people = await addPeople(scene.deps, 'payer', PEOPLE);
});

describe('a server that is killed again and again during top-ups', () => {
  it('credits each once, and none is lost', async () => {
    const mortal = await startServer(DEATHS);
    const topup = async (person: Person, n: number): Promise<Answer> => {
      const body = { amount: 100 + n, currency: 'NGN', processor: 'paystack' };
      const path = '/wallet/topup/initialize';
      const started = await mortal.send({
        token: person.token,
        path,
        body,
        key: `crash-topup-${n}`,
      });
      const reference = String(started.body['reference']);
      // The payer approves at the processor, which does not die with our server.
      await decideCheckout(scene.deps.db, reference, 'success');
      // A server that died while it asked the processor has used up the question of these 5 seconds.
      return vi.waitUntil(
        async () => {
          const answer = await mortal.send({
            token: person.token,
            path: '/wallet/topup/verify',
            body: { reference, processor: 'paystack' },
          });
          const { status } = answer.body['data'] as { readonly status?: string };
          return status === 'pending' ? undefined : answer;
        },
        { timeout: 100_000, interval: 1_000 },
      );
    };
    const runs = people.flatMap((person) =>
      Array.from({ length: TOPUPS }, (_, n) => topup(person, n)),
    );
    for (const answer of await Promise.all(runs)) {
      expect(answer.body).toMatchObject({ success: true, data: { status: 'settled' } });
    }
    expect(mortal.deathCount).toBe(DEATHS.length);

    expect(await scene.deps.db.$count(payments)).toBe(PEOPLE * TOPUPS);
    for (const { userId } of people) {
      expect(await listBalances(scene.deps.db, userId, new Date())).toEqual({
        NGN: { amount: 100 + 101 + 102, available_out: 100 + 101 + 102 },
      });
    }
  });
});
