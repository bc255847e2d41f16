import { importPKCS8, SignJWT } from 'jose';

import type { Clock } from '../../clock.ts';
import { asName, callGateway, GatewayError } from '../../lib/call-gateway.ts';
import type { FcmSettings } from '../../read-fcm.ts';

const SCOPE = 'https://www.googleapis.com/auth/firebase.messaging';
const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
/** Google takes no assertion for longer than an hour. */
const ASSERTION_SECONDS = 55 * 60;
/** A token is renewed this long before it ends. */
const MARGIN_MS = 60_000;

interface Token {
  readonly text: string;
  readonly untilMs: number;
}

/** The token that calls of FCM carry. */
export interface AccessToken {
  /** One that is good, asked for once however many want it. @throws GatewayError */
  getToken(): Promise<string>;
  /** To be called with one that was refused; another that has come since stays. */
  drop(text: string): void;
}

export function createAccessToken(
  settings: FcmSettings,
  { clock, timeoutMs }: { readonly clock: Clock; readonly timeoutMs?: number | undefined },
): AccessToken {
  let known: Token | undefined;
  let asking: Promise<Token> | undefined;

  async function ask(): Promise<Token> {
    const nowSeconds = Math.floor(clock.now() / 1000);
    const assertion = await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT', kid: settings.privateKeyId })
      .setIssuer(settings.clientEmail)
      .setAudience('https://oauth2.googleapis.com/token')
      .setIssuedAt(nowSeconds)
      .setExpirationTime(nowSeconds + ASSERTION_SECONDS)
      .sign(await importPKCS8(settings.privateKey, 'RS256'));
    const answer = await callGateway({
      gateway: 'Google',
      method: 'POST',
      url: settings.tokenUrl,
      headers: {},
      form: { grant_type: GRANT, assertion },
      timeoutMs,
    });
    const [text, seconds] = [asName(answer['access_token']), Number(answer['expires_in'])];
    if (!text || !(seconds > 0)) throw new GatewayError('Google gave no token');
    return { text, untilMs: clock.now() + seconds * 1000 - MARGIN_MS };
  }

  return {
    async getToken() {
      if (known && known.untilMs > clock.now()) return known.text;
      asking ??= ask().finally(() => {
        asking = undefined;
      });
      known = await asking;
      return known.text;
    },
    drop(text) {
      if (known?.text === text) known = undefined;
    },
  };
}
