import { eq, like, sql } from 'drizzle-orm';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../../contract/durations.ts';
import { notifications } from '../../../server/db/schema/notifications.ts';
import { vouchers } from '../../../server/db/schema/vouchers.ts';
import { remindOfExpiry } from '../../../server/notifications/remind-of-expiry.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { openMortalPostgres } from '../mortal-connections.ts';
import { openVoucher, redeemAs } from '../payment-voucher-scene.ts';
import { setUpScene } from '../scene.ts';

const NODES = 6;
const VOUCHERS = 12;
/** Fewer than there are vouchers, so that each run reads and stores more than once. */
const BATCH = 5;
const AMOUNT_MINOR = 100_000n;

const scene = setUpScene();
let ada: Person;
let kofi: Person;
let codes: string[];
/** Two hours on, when they are no longer new. */
const clock = { now: (): number => Date.now() + 2 * HOUR_MS };
const run = ({ db } = scene.deps) => remindOfExpiry({ db, clock }, BATCH);
const reminders = (person: Person) =>
  scene.deps.db.$count(
    notifications,
    sql`${eq(notifications.userId, person.userId)} and ${like(notifications.eventKey, 'expiring:%')}`,
  );

beforeAll(async () => {
  const { deps } = scene;
  ada = await addPerson(deps, 'ada', { walletMinor: 10_000_000n });
  kofi = await addPerson(deps, 'kofi');
  const expires = new Date(Date.now() + 20 * HOUR_MS);
  codes = [];
  for (let n = 0; n < VOUCHERS; n += 1)
    codes.push((await openVoucher(deps, ada, AMOUNT_MINOR, expires)).code);
  const recipientEmail = sql`(select email from users where id = ${kofi.userId})`;
  await deps.db.update(vouchers).set({ recipientEmail });
});
beforeEach(async () => {
  await scene.deps.db.delete(notifications);
});

describe('a voucher that expires unclaimed', () => {
  it('is told of once to each of its two, by many nodes at once', async () => {
    await Promise.all(Array.from({ length: NODES }, () => run()));
    await run();
    expect([await reminders(ada), await reminders(kofi)]).toEqual([VOUCHERS, VOUCHERS]);
  });

  it('is told of once, wherever the node dies that was to tell', async () => {
    const mortal = openMortalPostgres(scene.env['DATABASE_URL'] ?? '');
    let deaths = 0;
    for (let n = 1, isDead = true; isDead; n += 1) {
      await scene.deps.db.delete(notifications);
      mortal.dieAt(n, 'whole');
      isDead = await run({ ...scene.deps, db: mortal.db }).then(
        () => false,
        () => true,
      );
      mortal.live();
      deaths += Number(isDead);
      // One statement stores what both are told: neither is left out.
      expect(await reminders(ada)).toBe(await reminders(kofi));
      await run();
      expect([await reminders(ada), await reminders(kofi)]).toEqual([VOUCHERS, VOUCHERS]);
    }
    // Three batches are read and stored.
    expect(deaths).toBeGreaterThanOrEqual(6);
    await mortal.close();
  });

  it('is told of no more when it was claimed before, at the same moment at most once', async () => {
    const [claimed = '', racing = ''] = codes;
    await redeemAs(scene.deps, kofi, claimed);
    await Promise.all([redeemAs(scene.deps, kofi, racing), run(), run()]);
    await run();
    const told = await reminders(ada);
    expect([VOUCHERS - 2, VOUCHERS - 1]).toContain(told);
    expect(await reminders(kofi)).toBe(told);
  });
});
