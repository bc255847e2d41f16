import { expect, it } from 'vitest';

import { readProof } from '../../local/queries/vouchers.ts';
import { json } from '../../local/testing/fake-environment.ts';
import { KNOWN_PROOF, OPEN } from '../../local/testing/known-proof.ts';
import { sampleVoucher, ULID_A } from '../../local/testing/samples.ts';
import { NOW, workerFixture } from '../testing/worker-fixture.ts';

const SEAL = 'a'.repeat(64);
const MASKED = '48291*446*3**';

const proofOf = (masked: string, more: object = {}) => ({
  success: true,
  commitment: SEAL,
  rules: '{}',
  digits: [...masked].flatMap((digit, position) =>
    digit === '*' ? [] : [{ position, digit, salt: '', path: [] }],
  ),
  master: null,
  entries_root: null,
  ...more,
});
const mirrored = (overrides: Parameters<typeof sampleVoucher>[0] = {}) => ({
  ...sampleVoucher({ commitment: SEAL, masked_code: MASKED, ...overrides }),
  fetchedAt: NOW,
  detailFetchedAt: NOW,
});

it('asks once, and again when a digit has opened', async () => {
  let masked = MASKED;
  const { api, db, server } = workerFixture(() => json(200, proofOf(masked)));
  await db.vouchers.put(mirrored());
  await api.refreshProof(ULID_A);
  await api.refreshProof(ULID_A);
  expect(server.requests).toHaveLength(1);
  masked = masked.replace('*', '0');
  await db.vouchers.update(ULID_A, { masked_code: masked });
  await api.refreshProof(ULID_A);
  expect(server.requests).toHaveLength(2);
  expect((await readProof(db, '7'))?.proof?.digits).toHaveLength(10);
});

it('keeps the seal that was seen first', async () => {
  const { api, db } = workerFixture(() => json(200, proofOf(MASKED, { commitment: 'other' })));
  await db.vouchers.put(mirrored());
  await api.refreshProof(ULID_A);
  await db.vouchers.update(ULID_A, { commitment: 'other' });
  await api.refreshProof(ULID_A, { force: true });
  expect(await db.proofs.get(ULID_A)).toMatchObject({
    commitment: 'other',
    firstCommitment: SEAL,
  });
});

it('brings all entries of a drawn lottery in the order of their numbers, when they are asked for', async () => {
  const { api, db } = workerFixture(({ path }) => {
    if (path.endsWith('/fairness'))
      return json(200, proofOf(MASKED, { master: 'ff', entries_root: 'ff' }));
    const isFirst = path.includes('page=1&');
    const guesses = isFirst ? [{ number: 3 }, { number: 2 }] : [{ number: 1 }];
    return json(200, { success: true, guesses, pagination: { last_page: 2 } });
  });
  await db.vouchers.put(mirrored({ status: 'completed' }));
  await api.refreshProof(ULID_A);
  expect((await db.proofs.get(ULID_A))?.entries).toBeNull();
  await api.refreshProof(ULID_A, { force: true, withEntries: true });
  const entries = (await db.proofs.get(ULID_A))?.entries ?? [];
  expect(entries.map(({ number }) => number)).toEqual([1, 2, 3]);
});

it('brings of a lottery with more entries than a phone loads where its own stand', async () => {
  const { api, db, server } = workerFixture(({ path }) => {
    if (path.endsWith('/fairness'))
      return json(200, proofOf(MASKED, { entries_root: 'ff', entries_count: 20_000 }));
    return path.endsWith('/entries/5/proof')
      ? json(200, { success: true, data: { number: 5, index: 4, size: 20_000, path: [] } })
      : json(404, { success: false, code: 'entry_not_found', message: '' });
  });
  await db.vouchers.put(mirrored());
  for (const guessNumber of [5, 6])
    await db.receipts.put({ voucherUlid: ULID_A, guessNumber, at: NOW, result: 'entered' });
  await api.refreshProof(ULID_A, { withEntries: true });
  expect(await db.proofs.get(ULID_A)).toMatchObject({
    entries: null,
    ownEntries: [{ number: 5, index: 4 }],
  });
  expect(server.requests).toHaveLength(3);
});

it('asks nothing about a voucher that promised nothing', async () => {
  const { api, db, server } = workerFixture(() => json(500, {}));
  await db.vouchers.put(mirrored({ commitment: null }));
  expect(await api.refreshProof(ULID_A)).toEqual({ ok: true, value: undefined });
  expect(server.requests).toHaveLength(0);
});

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
