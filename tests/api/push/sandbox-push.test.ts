import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { dateOf } from '../../../server/clock.ts';
import { pushTokens } from '../../../server/db/schema/notifications.ts';
import { storeNotices } from '../../../server/notifications/store-notices.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const { kofi } = setUpPeople(test, { kofi: {} });

const save = (token: string) =>
  test.call('POST', '/fcm/token', {
    token: kofi.token,
    body: {
      token,
      device_type: 'web',
      device_info: { userAgent: 'test', platform: 'Linux', language: 'en' },
    },
  });
const tell = () => {
  const data = { amount: 1234.5, currency: 'NGN' };
  const notice = {
    userId: kofi.userId,
    kind: 'won' as const,
    eventKey: `event:${test.round}`,
    data,
  };
  return storeNotices(test.deps.db, [notice], dateOf(test.clock));
};

describe('the sandbox', () => {
  it('keeps what a device would get, and sends what is due as one looks', async () => {
    await save('a-phone');
    await tell();
    const reply = await test.call('GET', 'root:/sandbox/push?token=a-phone');
    expect(JSON.parse(reply.text)).toMatchObject([
      { token: 'a-phone', message: { from: 'sandbox', data: { title: 'You won ₦1,234.50' } } },
    ]);
    const config = await test.call('GET', '/fcm/config', { token: kofi.token });
    expect(config.body).toEqual({ success: true, data: { kind: 'sandbox' } });
  });

  it('deletes a token that ends in -gone', async () => {
    await save('phone-gone');
    await tell();
    await test.call('GET', 'root:/sandbox/push');
    const own = eq(pushTokens.userId, kofi.userId);
    expect(await test.deps.db.$count(pushTokens, own)).toBe(0);
  });
});

describe('where nothing can be pushed', () => {
  const bare = setUpApp({ env: { GOODIES_SANDBOX: '0', SMTP_URL: 'smtp://localhost:1' } });
  const people = setUpPeople(bare, { uche: {} });

  it('a device is told so, and its token is not taken', async () => {
    const { token } = people.uche;
    const config = await bare.call('GET', '/fcm/config', { token });
    expect(config.body).toEqual({ success: true, data: null });
    const body = {
      token: 'a-phone',
      device_type: 'web',
      device_info: { userAgent: '', platform: '', language: '' },
    };
    const reply = await bare.call('POST', '/fcm/token', { token, body });
    expect([reply.status, reply.body]).toMatchObject([
      503,
      { message: 'Failed to set up notifications. Please try again later.' },
    ]);
  });
});
