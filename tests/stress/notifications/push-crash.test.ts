import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

import { MINUTE_MS } from '../../../contract/durations.ts';
import { createSession } from '../../../server/accounts/sessions.ts';
import {
  notifications,
  pushDeliveries,
  pushTokens,
} from '../../../server/db/schema/notifications.ts';
import type { Deps } from '../../../server/deps.ts';
import type { PushMessage, PushOutcome } from '../../../server/notifications/push/push-message.ts';
import { forgetPushToken } from '../../../server/notifications/push/push-tokens.ts';
import { createPushOutbox } from '../../../server/notifications/push/send-pushes.ts';
import { storeNotifications } from '../../../server/notifications/store-notifications.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { openMortalPostgres, type MortalDatabase } from '../mortal-connections.ts';
import { setUpScene } from '../scene.ts';

const NODES = 6;
const MESSAGES = 250;
/** More than a run of the job sends statements. */
const STATEMENTS = 8;

/** No job of the scene's own takes what a test is about. */
const scene = setUpScene(() => ({ GOODIES_SANDBOX: '0', SMTP_URL: 'smtp://localhost:1' }));
let mortal: MortalDatabase;
let owner: Person;
let sent: string[] = [];

/** The system's clock, which a test moves on. */
let aheadMs = 0;
const clock = { now: (): number => Date.now() + aheadMs };
const push = {
  send: async (_token: string, { data }: PushMessage): Promise<PushOutcome> => {
    sent.push(data['id'] ?? '');
    return { kind: 'sent' };
  },
};
const run = (deps: Pick<Deps, 'db'> = scene.deps) =>
  createPushOutbox({ ...scene.deps, db: deps.db, clock }, push).sendDue();

async function saveToken(token: string): Promise<number> {
  const { db } = scene.deps;
  const now = new Date();
  await createSession(db, { userId: owner.userId, remember: true, userAgent: token, now });
  await db.execute(sql`
    insert into push_tokens (user_id, session_id, token, user_agent, platform, language, created_at, seen_at)
    select user_id, id, user_agent, user_agent, '', '', now(), now()
    from sessions where user_agent = ${token}`);
  const [row] = await db
    .select()
    .from(pushTokens)
    .where(sql`token = ${token}`);
  return row?.sessionId ?? 0;
}
const tell = (events: readonly string[]) =>
  storeNotifications(
    scene.deps.db,
    events.map((eventKey) => ({
      userId: owner.userId,
      kind: 'won' as const,
      eventKey,
      data: { amount: 5, currency: 'NGN' },
    })),
    new Date(clock.now()),
  );

beforeAll(async () => {
  mortal = openMortalPostgres(scene.env['DATABASE_URL'] ?? '');
  owner = await addPerson(scene.deps, 'owner');
});
beforeEach(async () => {
  sent = [];
  await scene.deps.db.delete(pushTokens);
  await scene.deps.db.delete(notifications);
});
afterAll(async () => {
  await mortal.close();
});

describe('a push message', () => {
  it('is sent, once or again, wherever the node dies that was to send it', async () => {
    await saveToken('phone');
    let deaths = 0;
    for (let n = 1; n <= STATEMENTS; n += 1) {
      sent = [];
      await tell([`death:${n}`]);
      mortal.dieAt(n, 'whole');
      const died = await run(mortal).then(
        () => false,
        () => true,
      );
      mortal.live();
      if (died) deaths += 1;
      const before = sent.length;
      // Another node leaves it alone until the first one is surely gone.
      await run();
      if (died && before > 0) expect(sent).toHaveLength(before);
      aheadMs += 3 * MINUTE_MS;
      // The database lets go of what a dead node held once it has noticed.
      await expect
        .poll(async () => {
          await run();
          return scene.deps.db.$count(pushDeliveries);
        })
        .toBe(0);
      expect([1, 2], `death at statement ${n}`).toContain(sent.length);
    }
    expect(deaths).toBeGreaterThan(2);
  });

  it('is sent once by many nodes at once', async () => {
    await saveToken('another-phone');
    await tell(Array.from({ length: MESSAGES }, (_, n) => `many:${n}`));
    await Promise.all(Array.from({ length: NODES }, () => run()));
    await run();
    expect(sent).toHaveLength(MESSAGES);
    expect(new Set(sent).size).toBe(MESSAGES);
  });

  it('never keeps what it tells of from happening, though its device signs out at that moment', async () => {
    const sessionIds = await Promise.all(
      Array.from({ length: 8 }, (_, n) => saveToken(`phone-${n}`)),
    );
    const events = Array.from({ length: 40 }, (_, n) => `leave:${n}`);
    await Promise.all([
      ...events.map((event) => tell([event])),
      ...sessionIds.map((id) => forgetPushToken(scene.deps.db, id)),
    ]);
    expect(await scene.deps.db.$count(notifications)).toBe(events.length);
    await run();
    expect(sent).toEqual([]);
    expect(await scene.deps.db.$count(pushDeliveries)).toBe(0);
  });
});
