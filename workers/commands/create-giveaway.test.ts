import { expect, it } from 'vitest';

import { json } from '../../local/testing/fake-server.ts';
import { ULID_A, ULID_B, sampleCreated } from '../../local/testing/samples.ts';
import { lost, signedInFixture } from '../testing/worker-fixture.ts';

it('a giveaway whose answer was lost is made again once it is known to be paid', async () => {
  const { api, db, server, keysSent } = await signedInFixture(lost);
  const fields = {
    purpose: 'giveaway',
    amount: 1_000,
    currency: 'NGN',
    reveal_method: 'views',
  } as const;
  await api.createGiveaway(fields);
  const [first] = keysSent();
  server.answerBy(({ headers }) => {
    const ulid = headers.get('idempotency-key') === first ? ULID_A : ULID_B;
    const data = { id: 1, ulid, status: 'pending', amount_due: 1_100, currency: 'NGN' };
    return json(201, { success: true, message: '', data });
  });
  await db.createdVouchers.put({ ...sampleCreated({ ulid: ULID_A }), fetchedAt: 0 });
  expect(await api.createGiveaway(fields)).toMatchObject({ value: { ulid: ULID_B } });
  expect(await db.pendingCommands.count()).toBe(0);
});
