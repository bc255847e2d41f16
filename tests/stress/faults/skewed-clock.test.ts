import { afterEach, expect, it, vi } from 'vitest';

import { systemClock } from '../../../server/clock.ts';
import { createDatabaseClock } from '../../../server/db/database-clock.ts';
import { queryRows } from '../../../server/db/query-rows.ts';
import { drawLottery } from '../../../server/giveaways/lottery/draw-lottery.ts';
import { addCreator, setUpScene, postGiveaway } from '../scene.ts';

const TWO_MINUTES_MS = 120_000;

const scene = setUpScene();

afterEach(() => vi.useRealTimers());

it('a node whose clock is two minutes ahead draws no lottery early', async () => {
  const { deps } = scene;
  const ulid = await postGiveaway(deps, await addCreator(deps, 'punctual', 1));
  // A lottery that closes in a minute.
  const [voucher] = await queryRows<{ id: number }>(deps.db)`
    update vouchers set reveal_method = 'lottery', final_reveal_time = now() + interval '1 minute'
        where ulid = ${ulid} returning id`;
  const id = voucher?.id ?? 0;
  const statusOf = async () =>
    (await queryRows<{ status: string }>(deps.db)`select status from vouchers where id = ${id}`)[0]
      ?.status;

  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + TWO_MINUTES_MS });
  await drawLottery({ ...deps, clock: await createDatabaseClock(deps.db) }, id);
  expect(await statusOf()).toBe('active');
  await drawLottery({ ...deps, clock: systemClock }, id);
  expect(await statusOf()).toBe('completed');
});
