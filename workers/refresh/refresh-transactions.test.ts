import { expect, it } from 'vitest';

import type { Receipt } from '../../contract/wallet.ts';
import { json } from '../../local/testing/fake-environment.ts';
import { sampleReceipt } from '../../local/testing/samples.ts';
import { NOW, signedInFixture } from '../testing/worker-fixture.ts';

const receiptOf = (id: string, minute = 0, status: Receipt['status'] = 'pending'): Receipt => ({
  ...sampleReceipt(),
  id,
  status,
  created_at: `2026-11-20T10:0${minute}:00Z`,
});

/** A user on whose device these are mirrored, as lines and as receipts. */
async function fixtureWith(answer: object, status: number, ...mirrored: readonly Receipt[]) {
  const fixture = await signedInFixture(() => json(status, answer));
  const rows = mirrored.map((row) => ({ ...row, fetchedAt: 0 }));
  await fixture.db.transactions.bulkPut(rows);
  await fixture.db.transactionReceipts.bulkPut(rows);
  const saved = async (): Promise<string[][]> => [
    await fixture.db.transactions.toCollection().primaryKeys(),
    await fixture.db.transactionReceipts.toCollection().primaryKeys(),
  ];
  return { ...fixture, saved };
}

it('forgets a transaction that is not there any more', async () => {
  const refusal = { success: false, code: 'transaction_not_found', message: 'none' };
  const { api, saved } = await fixtureWith(refusal, 404, receiptOf('p5'), receiptOf('p6'));
  expect(await api.refreshTransaction('p5')).toMatchObject({
    error: { code: 'transaction_not_found' },
  });
  expect(await saved()).toEqual([['p6'], ['p6']]);
});

it('keeps a transaction when the server fails', async () => {
  const { api, saved } = await fixtureWith({ success: false }, 500, receiptOf('p5'));
  await api.refreshTransaction('p5');
  expect(await saved()).toEqual([['p5'], ['p5']]);
});

it('shows a settled payment under its old id, without its pending line', async () => {
  const answer = { success: true, data: receiptOf('j9', 0, 'completed') };
  const { api, db, saved } = await fixtureWith(answer, 200, receiptOf('p5'));
  await api.refreshTransaction('p5');
  expect(await saved()).toEqual([[], ['p5']]);
  expect(await db.transactionReceipts.get('p5')).toMatchObject({ status: 'completed' });
});

const page = (hasMore: boolean) => ({
  success: true,
  data: [receiptOf('j9', 5), receiptOf('p3', 4)],
  has_more: hasMore,
  total_pages: 1,
  total_count: 2,
});
const MIRRORED = [receiptOf('p1', 2), receiptOf('p3', 4), receiptOf('p4', 5), receiptOf('j1', 5)];

it.each([
  ['of all lines', false, {}, ['j1', 'p3']],
  ['that goes on', true, { page: 1 }, ['j1', 'p1', 'p3']],
  ['of one kind', false, { type: 'topup' }, ['j1', 'p1', 'p3', 'p4']],
  ['after the first', false, { page: 2 }, ['j1', 'p1', 'p3', 'p4']],
] as const)('a page %s takes the settled payments away that it must have', async (...given) => {
  const [, hasMore, query, left] = given;
  const { api, saved } = await fixtureWith(page(hasMore), 200, ...MIRRORED);
  await api.refreshTransactions(query);
  expect(await saved()).toEqual([[...left, 'j9'].sort(), left]);
});

it('leaves a payment that was heard of after the page was asked for', async () => {
  const { api, db, server, pass, saved } = await fixtureWith({}, 200);
  server.answerBy(async () => {
    pass(1);
    await db.transactions.put({ ...receiptOf('p4', 6), fetchedAt: NOW + 1 });
    return json(200, page(false));
  });
  await api.refreshTransactions({});
  expect((await saved())[0]).toEqual(['j9', 'p3', 'p4']);
});
