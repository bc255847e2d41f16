import { importPKCS8, SignJWT } from 'jose';

import type { Clock } from '../../clock.ts';
import { type BearerToken, createBearerToken } from '../../lib/bearer-token.ts';
import { callGateway } from '../../lib/call-gateway.ts';
import type { FcmSettings } from '../../config/config.ts';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** Google takes no assertion for longer than an hour. */
const ASSERTION_SECONDS = 55 * 60;

/** The token that calls of FCM carry. */
export function createAccessToken(
  settings: FcmSettings,
  { clock, timeoutMs }: { readonly clock: Clock; readonly timeoutMs?: number | undefined },
): BearerToken {
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
      method: 'POST',
      url: settings.tokenUrl,
      headers: {},
      form: { grant_type: GRANT, assertion },
      timeoutMs,
    });
  });
}
