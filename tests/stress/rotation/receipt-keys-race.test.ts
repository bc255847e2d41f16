import { isNull } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';

import { openPostgres, type Database } from '../../../server/db/database.ts';
import { receiptKeys } from '../../../server/db/schema/giveaways.ts';
import { takeSigningKey, RECEIPT_KEY_MS } from '../../../server/giveaways/receipts.ts';
import { setUpScene } from '../scene.ts';

const CALLS = 24;

const scene = setUpScene();
let second: Database;
beforeAll(async () => {
  second = openPostgres(scene.env['DATABASE_URL'] ?? '');
});
afterAll(async () => {
  await second.close();
});

/** Both nodes want to sign, many times at one moment. @returns the keys that they would sign with */
async function signOnBoth(): Promise<Set<string>> {
  const nodes = [scene.deps, { ...scene.deps, db: second.db }];
  const calls = Array.from({ length: CALLS }, (_, index) =>
    takeSigningKey(nodes[index % nodes.length] ?? scene.deps),
  );
  return new Set((await Promise.all(calls)).map(({ kid }) => kid));
}

it('two nodes that need a key at once make one, and one that is too old has one successor', async () => {
  const { db, clock } = scene.deps;
  const first = await signOnBoth();
  expect(first.size).toBe(1);
  expect(await db.$count(receiptKeys)).toBe(1);

  await db.update(receiptKeys).set({ createdAt: new Date(clock.now() - RECEIPT_KEY_MS) });
  const next = await signOnBoth();
  expect(next.size).toBe(1);
  expect(next).not.toEqual(first);
  expect(await db.$count(receiptKeys)).toBe(2);
  expect(await db.$count(receiptKeys, isNull(receiptKeys.retiredAt))).toBe(1);
});
