import { generateKeyPairSync, verify } from 'node:crypto';

import { FakeGateway, type FakeAnswer, type FakeCall, type Json } from './fake-gateway.ts';
import { inject } from '../fixtures/inject.ts';

/** Where messages go. */
export const SEND = /^\/v1\/projects\/goodies-test\/messages:send$/;

const FCM_ERROR = 'type.googleapis.com/google.firebase.fcm.v1.FcmError';
const badRequest = (fields: readonly string[]) => ({
  '@type': 'type.googleapis.com/google.rpc.BadRequest',
  fieldViolations: fields.map((field) => ({ field, description: 'told by the fake' })),
});

/** An error as FCM words it. @param errorCode FCM's own; null for one without. @param more.wrong the fields that it names */
export const fcmError = (
  status: number,
  name: string,
  errorCode: string | null,
  { wrong, headers = {} }: { wrong?: readonly string[]; headers?: Record<string, string> } = {},
): FakeAnswer => ({
  status,
  headers,
  body: {
    error: {
      code: status,
      message: 'told by the fake',
      status: name,
      details: [
        ...(errorCode === null ? [] : [{ '@type': FCM_ERROR, errorCode }]),
        ...(wrong ? [badRequest(wrong)] : []),
      ],
    },
  },
});

/** Firebase Cloud Messaging, and Google's access tokens for it, as a test sees them. */
export interface FakeFcm {
  /** Takes messages, over HTTP/2 alone. */
  readonly gateway: FakeGateway;
  readonly tokens: FakeGateway;
  /** The server's settings for it. */
  readonly env: Readonly<Record<string, string>>;
  /** Takes every access token back. */
  forgetTokens(): void;
  /** The messages that were sent, taken or not. */
  sent(): Json[];
  /** Reads messages and answers none until it is released. */
  hold(): () => void;
  close(): Promise<void>;
}

const ACCOUNT = 'push@goodies-test.iam.gserviceaccount.com';
const FIELDS = ['token', 'data', 'webpush'];

export async function startFakeFcm(): Promise<FakeFcm> {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const good = new Set<string>();
  let issued = 0;

  const refusal = (error: string): FakeAnswer => ({ status: 400, body: { error } });
  function issue({ grant_type: grant, assertion }: Json): FakeAnswer {
    const [head = '', claims = '', signature = ''] = String(assertion).split('.');
    const read = (part: string): Json =>
      JSON.parse(Buffer.from(part, 'base64url').toString()) as Json;
    const bytes = Buffer.from(signature, 'base64url');
    if (grant !== 'urn:ietf:params:oauth:grant-type:jwt-bearer')
      return refusal('unsupported_grant_type');
    if (!verify('sha256', Buffer.from(`${head}.${claims}`), publicKey, bytes))
      return refusal('invalid_grant');
    const { iss, aud, scope, iat, exp } = read(claims);
    const isRight =
      iss === ACCOUNT &&
      aud === 'https://oauth2.googleapis.com/token' &&
      scope === 'https://www.googleapis.com/auth/firebase.messaging' &&
      Number(exp) - Number(iat) <= 3600 &&
      read(head)['kid'] === 'key-1';
    if (!isRight) return refusal('invalid_grant');
    issued += 1;
    good.add(`access-${issued}`);
    return {
      status: 200,
      body: { access_token: `access-${issued}`, expires_in: 3599, token_type: 'Bearer' },
    };
  }

  function take({ authorization, body }: FakeCall): FakeAnswer {
    if (!good.has(authorization.replace(/^Bearer /, '')))
      return fcmError(401, 'UNAUTHENTICATED', null);
    const message = body['message'] as Json;
    const data = Object.entries(message['data'] as Json);
    const isOurs =
      Object.keys(message).every((field) => FIELDS.includes(field)) &&
      data.every(([key, value]) => typeof value === 'string' && !/^(from|gcm|google)/.test(key)) &&
      JSON.stringify(message['data']).length <= 4096;
    if (!isOurs)
      return fcmError(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT', { wrong: ['message'] });
    if (String(message['token']).startsWith('dead'))
      return fcmError(404, 'NOT_FOUND', 'UNREGISTERED');
    return { status: 200, body: { name: 'projects/goodies-test/messages/1' } };
  }

  let held: Promise<void> | undefined;
  const gateway = await FakeGateway.start(async (call) => {
    const answer = take(call);
    await held;
    return answer;
  }, 'http/2');
  const tokens = await FakeGateway.start(({ body }) => issue(body));
  const account = {
    type: 'service_account',
    project_id: 'goodies-test',
    client_email: ACCOUNT,
    private_key_id: 'key-1',
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
  return {
    gateway,
    tokens,
    env: {
      FCM_SERVICE_ACCOUNT: JSON.stringify(account),
      FCM_API_KEY: 'api-key',
      FCM_APP_ID: '1:2:web:3',
      FCM_SENDER_ID: '123',
      FCM_VAPID_KEY: 'vapid-key',
      ...inject({ fcmUrl: gateway.url, googleTokenUrl: `${tokens.url}/token` }),
    },
    forgetTokens: () => good.clear(),
    hold() {
      let release = (): void => undefined;
      held = new Promise((resolve) => {
        release = resolve;
      });
      return release;
    },
    async close() {
      await gateway.close();
      await tokens.close();
    },
    sent: () => gateway.callsTo(SEND).map(({ body }) => body['message'] as Json),
  };
}
