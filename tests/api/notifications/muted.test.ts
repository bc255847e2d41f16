import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { SECOND_MS } from '../../../contract/durations.ts';
import { dateOf } from '../../../server/clock.ts';
import { notifications } from '../../../server/db/schema/notifications.ts';
import { announceEvent } from '../../../server/notifications/store-notices.ts';
import { notifyFollowers } from '../../../server/notifications/notify-followers.ts';
import { guess, openGiveaway, wrongCode } from '../../fixtures/api/giveaways.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const { kofi, uche, ada } = setUpPeople(test, {
  kofi: {},
  uche: {},
  ada: { walletMinor: 1_000_000n },
});

describe('a giveaway that is muted', () => {
  it('tells nothing of its digits, to who guessed and who followed, until it is followed again', async () => {
    const giveaway = await openGiveaway(test, ada);
    const { ulid, id } = giveaway;
    await guess(test, kofi, ulid, wrongCode(giveaway.code));
    await test.call('POST', `/vouchers/${ulid}/follow`, { token: uche.token });
    let events = 0;
    const digit = async (): Promise<number> => {
      events += 1;
      test.clock.advance(SECOND_MS);
      const eventKey = `digit:${events}`;
      await announceEvent(
        test.deps.db,
        { kind: 'digit_revealed', eventKey, voucherId: id },
        dateOf(test.clock),
      );
      await notifyFollowers(test.deps);
      return test.deps.db.$count(
        notifications,
        and(eq(notifications.eventKey, eventKey), eq(notifications.kind, 'digit_revealed')),
      );
    };
    expect(await digit()).toBe(2);
    for (const person of [kofi, uche]) {
      const reply = await test.call('POST', `/vouchers/${ulid}/mute`, { token: person.token });
      expect(reply.body).toEqual({ success: true, followed: false });
    }
    expect(await digit()).toBe(0);
    const seen = await test.call('GET', `/vouchers/${ulid}`, { token: uche.token });
    expect(seen.text).toContain('"is_following":false');
    await test.call('POST', `/vouchers/${ulid}/follow`, { token: kofi.token });
    expect(await digit()).toBe(1);
  });
});
