import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { createFcmSender } from '../../../server/notifications/push/fcm-sender.ts';
import type { PushMessage, PushSender } from '../../../server/notifications/push/push-message.ts';
import { readConfig } from '../../../server/config/config.ts';
import { fcmError, SEND, startFakeFcm, type FakeFcm } from '../../fakes/fcm.ts';
import type { FakeAnswer } from '../../fakes/fake-gateway.ts';
import { TestClock } from '../../fixtures/api/test-app.ts';

const fcm: FakeFcm = await startFakeFcm();
afterAll(() => fcm.close());

const { config } = readConfig({ PUBLIC_ORIGIN: 'http://localhost', ...fcm.env });
const settings = config?.fcm;
if (!settings) throw new Error('no settings');

const MESSAGE: PushMessage = {
  data: { title: 'You won ₦5', body: 'Paid to your wallet', url: '/wallet', tag: 'notice-1' },
  ttlSeconds: 3600,
  isUrgent: true,
  topic: undefined,
};
let clock: TestClock;
let sender: PushSender;
beforeEach(() => {
  fcm.gateway.calls.length = 0;
  fcm.tokens.calls.length = 0;
  clock = new TestClock();
  sender = createFcmSender(settings, { clock, timeoutMs: 400 });
});
const send = (token = 'a-device', message = MESSAGE) => sender.send(token, message);
const afterRefusal = (answer: FakeAnswer, gateway = fcm.gateway) => {
  gateway.failNext(/./, { kind: 'refuses', answer });
  return send();
};

it('sends data alone to one token, with a signed-for access token', async () => {
  expect(await send('a-device', { ...MESSAGE, topic: '01ARZ3NDEKTSV4RRFFQ69G5FAV' })).toEqual({
    kind: 'sent',
  });
  expect(fcm.sent()).toEqual([
    {
      token: 'a-device',
      data: MESSAGE.data,
      webpush: { headers: { TTL: '3600', Urgency: 'high', Topic: '01ARZ3NDEKTSV4RRFFQ69G5FAV' } },
    },
  ]);
});

describe('an access token', () => {
  it('is asked for once for many, and again before it ends', async () => {
    await Promise.all(Array.from({ length: 20 }, () => send()));
    expect(fcm.tokens.calls).toHaveLength(1);
    clock.advance(3_538_000);
    await send();
    expect(fcm.tokens.calls).toHaveLength(1);
    clock.advance(2_000);
    await send();
    expect(fcm.tokens.calls).toHaveLength(2);
  });

  it('that was refused is renewed once, for all that it was refused to', async () => {
    await send();
    fcm.forgetTokens();
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => send()));
    expect(outcomes).toEqual(Array.from({ length: 5 }, () => ({ kind: 'sent' })));
    expect(fcm.tokens.calls).toHaveLength(2);
  });

  it('that is refused again is not asked for without end', async () => {
    await send();
    const headers = { 'retry-after': '30' };
    const refused = fcmError(401, 'UNAUTHENTICATED', null, { headers });
    fcm.gateway.failNext(SEND, { kind: 'refuses', answer: refused });
    expect(await afterRefusal(refused)).toMatchObject({ kind: 'later', retryAfterMs: 30_000 });
    expect(fcm.tokens.calls).toHaveLength(2);
  });

  it('that Google does not give leaves the message for later', async () => {
    const answer = { status: 400, body: { error: 'invalid_grant' } };
    expect(await afterRefusal(answer, fcm.tokens)).toMatchObject({ kind: 'later' });
    expect(fcm.sent()).toEqual([]);
    expect(await send()).toEqual({ kind: 'sent' });
  });
});

describe('what FCM answers', () => {
  it.each([
    ['a token that is no more', fcmError(404, 'NOT_FOUND', 'UNREGISTERED'), 'gone'],
    [
      'a token of another project',
      fcmError(403, 'PERMISSION_DENIED', 'SENDER_ID_MISMATCH'),
      'gone',
    ],
    ['no token at all', fcmError(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT'), 'gone'],
    [
      'a message of ours that is wrong',
      fcmError(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT', { wrong: ['message.data'] }),
      'refused',
    ],
    [
      'a message of ours that is wrong in some way',
      fcmError(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT', { wrong: [] }),
      'refused',
    ],
    [
      'a message of ours that is wrong, beside its token',
      fcmError(400, 'INVALID_ARGUMENT', null, { wrong: ['message.token', 'message.data'] }),
      'refused',
    ],
    [
      'a token that it cannot read',
      fcmError(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT', { wrong: ['message.token'] }),
      'gone',
    ],
    ['something else that is wrong', fcmError(400, 'INVALID_ARGUMENT', null), 'refused'],
    ['a project that is not there', fcmError(404, 'NOT_FOUND', null), 'later'],
    ['an account without the right', fcmError(403, 'PERMISSION_DENIED', null), 'later'],
    ['wrong keys of Web Push', fcmError(401, 'UNAUTHENTICATED', 'THIRD_PARTY_AUTH_ERROR'), 'later'],
    ['an error of its own', fcmError(500, 'INTERNAL', 'INTERNAL'), 'later'],
    ['that it is away', fcmError(503, 'UNAVAILABLE', 'UNAVAILABLE'), 'later'],
    ['nonsense', { status: 200, body: 'nonsense' }, 'later'],
  ])('%s', async (_what, answer, kind) => {
    expect(await afterRefusal(answer)).toMatchObject({ kind });
  });

  it('too many, with the time that it wants', async () => {
    const answer = fcmError(429, 'RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED', {
      headers: { 'retry-after': '30' },
    });
    expect(await afterRefusal(answer)).toMatchObject({ kind: 'later', retryAfterMs: 30_000 });
  });

  it.each(['silent', 'broken'] as const)('nothing: %s', async (kind) => {
    await send();
    fcm.gateway.failNext(SEND, { kind });
    expect(await send()).toMatchObject({ kind: 'later' });
  });
});

describe('the connection', () => {
  beforeEach(() => {
    sender = createFcmSender(settings, { clock });
  });
  const connections = () => fcm.gateway.sessions.size;
  const sendMany = (count: number, name: string) =>
    Promise.all(Array.from({ length: count }, (_, n) => send(`${name}-${n}`)));
  const tokensSent = () => fcm.sent().map(({ token }) => token);

  it('is one for all messages', async () => {
    await send();
    const before = connections();
    const outcomes = await sendMany(300, 'device');
    expect(outcomes).toEqual(Array.from({ length: 300 }, () => ({ kind: 'sent' })));
    expect(connections()).toBe(before);
  });

  it('that the service takes leave of: what it answers counts, what it did not read goes over the next', async () => {
    await send();
    fcm.gateway.calls.length = 0;
    const release = fcm.hold();
    const early = sendMany(20, 'early');
    await expect.poll(() => fcm.sent().length).toBe(20);
    for (const session of fcm.gateway.sessions) session.close();
    // Some of these are on their way over the old connection as the goodbye arrives.
    const late = sendMany(20, 'late');
    await expect.poll(() => fcm.sent().length).toBe(40);
    release();
    const outcomes = [...(await early), ...(await late)];
    expect(outcomes).toEqual(Array.from({ length: 40 }, () => ({ kind: 'sent' })));
    expect(new Set(tokensSent()).size).toBe(40);
    expect(tokensSent()).toHaveLength(40);
  });

  it('that is lost leaves what had no answer for later, and nothing that had one', async () => {
    await sendMany(10, 'before');
    const release = fcm.hold();
    const many = sendMany(10, 'lost');
    await expect.poll(() => fcm.sent().length).toBe(20);
    for (const session of fcm.gateway.sessions) session.destroy();
    const outcomes = await many;
    release();
    expect(outcomes).toMatchObject(Array.from({ length: 10 }, () => ({ kind: 'later' })));
    expect(await sendMany(10, 'lost')).toEqual(
      Array.from({ length: 10 }, () => ({ kind: 'sent' })),
    );
  });

  it('that is lost is opened again by the next message', async () => {
    await send();
    for (const session of fcm.gateway.sessions) session.destroy();
    await expect.poll(connections).toBe(0);
    expect(await send()).toEqual({ kind: 'sent' });
    expect(connections()).toBe(1);
  });
});

const NO_ACCOUNT =
  'FCM_SERVICE_ACCOUNT must be the JSON of a service account, with a private_key in PEM';

describe('the settings', () => {
  it('are all there or none', () => {
    const { FCM_API_KEY: _, ...half } = fcm.env;
    expect(readConfig(half).faults).toEqual([expect.stringMatching(/^FCM_API_KEY is missing/)]);
    expect(readConfig({}).config?.fcm).toBeUndefined();
  });

  it('hold the JSON of a service account', () => {
    const { faults } = readConfig({ ...fcm.env, FCM_SERVICE_ACCOUNT: '{"project_id":"x"}' });
    expect(faults).toEqual([NO_ACCOUNT]);
  });

  it('hold a key that can be read', () => {
    const account = JSON.parse(fcm.env['FCM_SERVICE_ACCOUNT'] ?? '') as object;
    const broken = JSON.stringify({ ...account, private_key: 'no key' });
    const { faults } = readConfig({ ...fcm.env, FCM_SERVICE_ACCOUNT: broken });
    expect(faults).toEqual([NO_ACCOUNT]);
  });

  it('cannot send production to a fake of Google', () => {
    const { faults } = readConfig({ ...fcm.env, NODE_ENV: 'production' });
    expect(faults).toContain('GOODIES_TEST is for tests, not for NODE_ENV=production');
  });
});
