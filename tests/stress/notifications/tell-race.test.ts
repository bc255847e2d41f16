import { eq, isNull, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';

import {
  mails,
  notificationEvents,
  notifications,
  voucherFollows,
} from '../../../server/db/schema/notifications.ts';
import { vouchers } from '../../../server/db/schema/vouchers.ts';
import { sendNotificationMails } from '../../../server/notifications/send-notification-mails.ts';
import {
  announceEvent,
  type NewNotification,
  storeNotifications,
} from '../../../server/notifications/store-notifications.ts';
import { notifyFollowers } from '../../../server/notifications/notify-followers.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { addCreator, setUpScene, postGiveaway } from '../scene.ts';

const FOLLOWERS = 1_200;
/** More than one batch of mails. */
const MAILED = 150;
const NODES = 6;

const scene = setUpScene();
let creator: Person;

beforeAll(async () => {
  creator = await addCreator(scene.deps, 'creator', 2);
  await scene.deps.db.execute(sql`
    insert into users (username, email, password_hash, region, referral_code, created_at, email_verified_at)
    select 'follower_' || n, 'follower_' || n || '@goodies.test', 'x', 'nigeria', 'F' || n, now(), now()
    from generate_series(1, ${FOLLOWERS}::int) n`);
});

const allAtOnce = (work: () => Promise<void>): Promise<void[]> =>
  Promise.all(Array.from({ length: NODES }, work));

describe('many nodes at once', () => {
  it('tell each follower of an event once, in batches that each of them may take', async () => {
    const { deps } = scene;
    const ulid = await postGiveaway(deps, creator);
    const [voucher] = await deps.db.select().from(vouchers).where(eq(vouchers.ulid, ulid));
    const id = voucher?.id ?? 0;
    await deps.db.execute(sql`
      insert into voucher_follows (voucher_id, user_id, created_at)
      select ${id}::int, id, now() from users where username like 'follower_%'`);
    expect(await deps.db.$count(voucherFollows)).toBe(FOLLOWERS);
    const event = { kind: 'digit_revealed', eventKey: 'digit:race:1', voucherId: id } as const;
    await allAtOnce(() => announceEvent(deps.db, event, new Date(Date.now() + 1_000)));
    expect(await deps.db.$count(notificationEvents)).toBe(1);
    await allAtOnce(() => notifyFollowers(deps, 50));
    await notifyFollowers(deps, 50);
    const told = eq(notifications.eventKey, event.eventKey);
    expect(await deps.db.$count(notifications, told)).toBe(FOLLOWERS);
    expect(await deps.db.$count(notificationEvents, isNull(notificationEvents.doneAt))).toBe(0);
  });

  it('store a notification once, and mail it once', async () => {
    const { deps } = scene;
    const rows = await deps.db.execute(
      sql`select id from users where username like 'follower_%' limit ${MAILED}::int`,
    );
    const ids = (rows as { rows: { id: number }[] }).rows.map(({ id }) => id);
    const notices = ids.map((userId): NewNotification => {
      return { userId, kind: 'won', eventKey: 'win:race', data: { amount: 5, currency: 'NGN' } };
    });
    // In other orders, so that they would wait for each other if each kept to its own.
    await Promise.all([
      ...Array.from({ length: NODES }, () => storeNotifications(deps.db, notices, new Date())),
      ...Array.from({ length: NODES }, () =>
        storeNotifications(deps.db, notices.toReversed(), new Date()),
      ),
    ]);
    const stored = eq(notifications.eventKey, 'win:race');
    expect(await deps.db.$count(notifications, stored)).toBe(MAILED);
    await allAtOnce(() => sendNotificationMails(deps));
    await sendNotificationMails(deps);
    expect(await deps.db.$count(mails)).toBe(MAILED);
    // The jobs of this scene send them; closing it in the middle of that would leave some to nobody.
    await expect.poll(() => deps.db.$count(mails, isNull(mails.sentAt))).toBe(0);
  });
});
