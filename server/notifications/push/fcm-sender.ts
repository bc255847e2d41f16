import { importPKCS8, SignJWT } from 'jose';

import type { Clock } from '../../clock.ts';
import type { FcmSettings } from '../../config/config.ts';
import type { Deps } from '../../deps.ts';
import { createBearerToken, type UseToken } from '../../lib/bearer-token.ts';
import { asName, asObject, callGateway, GatewayError, type Json } from '../../lib/call-gateway.ts';
import { createSandboxPush } from '../../sandbox/push.ts';
import { createHttp2Carrier } from '../../lib/http2-carrier.ts';
import type { PushMessage, PushOutcome, PushSender } from './push-message.ts';

const UNAUTHORIZED = 401;
const SEND_TIMEOUT_MS = 10_000;

/** FCM's HTTP v1, over one connection. Data messages only, so that our service worker shows them. */
export function createFcmSender(
  settings: FcmSettings,
  { clock, timeoutMs = SEND_TIMEOUT_MS }: { readonly clock: Clock; readonly timeoutMs?: number },
): PushSender {
  const withToken = createAccessToken(settings, { clock, timeoutMs });
  const carry = createHttp2Carrier();
  const url = `${settings.baseUrl}/v1/projects/${encodeURIComponent(settings.projectId)}/messages:send`;

  /** Its refusals are outcomes, but for that of the access token. */
  async function post(bearer: string, token: string, message: PushMessage): Promise<PushOutcome> {
    try {
      await callGateway({
        gateway: 'FCM',
        url,
        headers: { authorization: `Bearer ${bearer}` },
        body: { message: wireOf(token, message) },
        timeoutMs,
        carry,
      });
      return { kind: 'sent' };
    } catch (error) {
      if (!(error instanceof GatewayError) || isStaleAccess(error)) throw error;
      return outcomeOf(error);
    }
  }

  return {
    async send(token, message) {
      try {
        return await withToken((bearer) => post(bearer, token, message), isStaleAccess);
      } catch (error) {
        // Without an access token neither message nor device token is at fault.
        const reason = error instanceof Error ? error.message : 'unknown';
        const retryAfterMs = error instanceof GatewayError ? error.retryAfterMs : undefined;
        return { kind: 'later', reason, retryAfterMs };
      }
    },
  };
}

const wireOf = (token: string, { data, ttlSeconds, isUrgent, topic }: PushMessage): object => ({
  token,
  data,
  webpush: {
    headers: {
      TTL: String(ttlSeconds),
      Urgency: isUrgent ? 'high' : 'normal',
      ...(topic !== undefined && { Topic: topic }),
    },
  },
});

function codeOf({ answer }: GatewayError) {
  const details = asObject(answer['error'])?.['details'];
  const parts = (Array.isArray(details) ? details : []).map(asObject);
  const typeOf = (part: Json | undefined): string => asName(part?.['@type']) ?? '';
  const own = parts.find((part) => typeOf(part).endsWith('fcm.v1.FcmError'));
  const bad = parts.filter((part) => typeOf(part).endsWith('google.rpc.BadRequest'));
  const fields = bad
    .flatMap((part) => part?.['fieldViolations'])
    .map((violation) => asObject(violation)?.['field']);
  const isOfToken = fields.length > 0 && fields.every((field) => field === 'message.token');
  return {
    code: asName(own?.['errorCode']) ?? '',
    isOfToken,
    isOurFault: bad.length > 0 && !isOfToken,
  };
}

/** An expired access token; a 401 with a code is about the keys of Web Push. */
const isStaleAccess = (error: GatewayError): boolean =>
  error.status === UNAUTHORIZED && codeOf(error).code === '';

function outcomeOf(error: GatewayError): PushOutcome {
  const { code, isOfToken, isOurFault } = codeOf(error);
  const reason = `${error.message} ${code}`.trim();
  if (code === 'UNREGISTERED' || code === 'SENDER_ID_MISMATCH') return { kind: 'gone' };
  if (error.status === 400 && isOurFault) return { kind: 'refused', reason };
  if (code === 'INVALID_ARGUMENT' || (error.status === 400 && isOfToken)) return { kind: 'gone' };
  if (error.status === 400) return { kind: 'refused', reason };
  // Includes errors of our keys or settings, after which the device token is still needed.
  return { kind: 'later', reason, retryAfterMs: error.retryAfterMs };
}

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** Google accepts at most an hour. */
const ASSERTION_SECONDS = 55 * 60;

function createAccessToken(
  settings: FcmSettings,
  { clock, timeoutMs }: { readonly clock: Clock; readonly timeoutMs?: number | undefined },
): UseToken {
  return createBearerToken('Google', clock, async () => {
    const nowSeconds = Math.floor(clock.now() / 1000);
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: settings.privateKeyId })
      .setIssuer(settings.clientEmail)
      .setAudience('https://oauth2.googleapis.com/token')
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + ASSERTION_SECONDS)
      .sign(await importPKCS8(settings.privateKey, 'RS256'));
    return callGateway({
      gateway: 'Google',
      url: settings.tokenUrl,
      form: { grant_type: GRANT, assertion },
      timeoutMs,
    });
  });
}

export function createPushSender({
  config,
  db,
  clock,
}: Pick<Deps, 'config' | 'db' | 'clock'>): PushSender | undefined {
  if (config.fcm) return createFcmSender(config.fcm, { clock });
  return config.sandbox ? createSandboxPush({ db, clock }) : undefined;
}
