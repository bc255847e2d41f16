import { expect, it } from 'vitest';

import { openPostgres } from '../../server/db/database.ts';
import { users } from '../../server/db/schema/accounts.ts';
import { DEMO_PEOPLE } from '../../server/sandbox/demo/seed-people.ts';
import { seedDemo } from '../../server/sandbox/demo/seed-demo.ts';
import { checkBooks, faultsOf } from '../../server/ledger/check-books.ts';
import { setUpScene } from './scene.ts';

const NODES = 3;

const scene = setUpScene();

it('plants once when several nodes start together on an empty database', async () => {
  const pools = Array.from({ length: NODES }, () => openPostgres(scene.env['DATABASE_URL'] ?? ''));
  const planted = await Promise.all(
    pools.map((database) => seedDemo({ ...scene.deps, database, db: database.db })),
  );
  await Promise.all(pools.map((database) => database.close()));
  expect(planted.filter(Boolean)).toHaveLength(1);
  expect(await scene.deps.db.$count(users)).toBe(DEMO_PEOPLE.length);
  expect(faultsOf(await checkBooks(scene.deps.db))).toEqual([]);
});
