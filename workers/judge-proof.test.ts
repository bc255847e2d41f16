import { expect, it } from 'vitest';

import { json } from '../local/testing/fake-server.ts';
import { ULID_A } from '../local/testing/samples.ts';
import { KNOWN_PROOF, OPEN } from '../local/testing/known-proof.ts';
import { workerFixture } from './testing/worker-fixture.ts';

it('finds what the device knows to hold, and what does not', async () => {
  const { api, db } = workerFixture(() => json(404, {}));
  expect(await api.judgeProof(ULID_A)).toEqual({ ok: true, value: undefined });
  if (!KNOWN_PROOF.proof) throw new Error('no proof');
  await db.vouchers.put(KNOWN_PROOF.voucher);
  expect(await api.judgeProof(ULID_A)).toEqual({ ok: true, value: undefined });
  await db.proofs.put(KNOWN_PROOF.proof);
  expect(await api.judgeProof('7')).toMatchObject({
    value: { hasFailed: false, proved: OPEN },
  });
  await db.vouchers.update(ULID_A, { amount: 9_000 });
  expect(await api.judgeProof(ULID_A)).toMatchObject({ value: { hasFailed: true } });
});
