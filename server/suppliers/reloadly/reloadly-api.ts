import type { Clock } from '../../clock.ts';
import type { ReloadlySettings } from '../../config.ts';
import { asName, callGateway, GatewayError, type Json } from '../../lib/call-gateway.ts';

/** One of Reloadly's products; each has a host, a token and a media type of its own. */
export interface ReloadlyProduct {
  readonly baseUrl: string;
  /** The name that a token is made out to; not always where the product is. */
  readonly audience: string;
  readonly mediaType: string;
}

export type ReloadlyCall = (path: string, body?: object) => Promise<Json>;

/** A token is renewed this long before it ends. */
const TOKEN_MARGIN_MS = 60_000;
const STALE_TOKEN = new Set(['TOKEN_EXPIRED', 'INVALID_TOKEN']);

/** Reloadly's own name of a refusal; '' where there is none. */
export const codeOf = (error: GatewayError): string => asName(error.answer['errorCode']) ?? '';

/**
 * Calls of one product. A token that is no longer good is renewed once: the call that it was refused for did
 * nothing.
 */
export function createReloadlyCall(
  settings: ReloadlySettings,
  { baseUrl, audience, mediaType }: ReloadlyProduct,
  { clock, timeoutMs }: { readonly clock: Clock; readonly timeoutMs?: number | undefined },
): ReloadlyCall {
  let token: { readonly text: string; readonly untilMs: number } | undefined;

  async function takeToken(): Promise<string> {
    if (token && token.untilMs > clock.now()) return token.text;
    const answer = await callGateway({
      gateway: 'Reloadly',
      method: 'POST',
      url: `${settings.authUrl}/oauth/token`,
      headers: {},
      timeoutMs,
      body: {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        grant_type: 'client_credentials',
        audience,
      },
    });
    const [text, seconds] = [asName(answer['access_token']), Number(answer['expires_in'])];
    if (!text || !(seconds > 0)) throw new GatewayError('Reloadly gave no token');
    token = { text, untilMs: clock.now() + seconds * 1000 - TOKEN_MARGIN_MS };
    return text;
  }

  const send = async (path: string, body?: object): Promise<Json> =>
    callGateway({
      gateway: 'Reloadly',
      method: body ? 'POST' : 'GET',
      url: `${baseUrl}${path}`,
      headers: { authorization: `Bearer ${await takeToken()}`, accept: mediaType },
      timeoutMs,
      // What is read may be a bare list; what is ordered never is.
      ...(body ? { body } : { mayBeList: true }),
    });

  return async (path, body) => {
    try {
      return await send(path, body);
    } catch (error) {
      if (!(error instanceof GatewayError) || !STALE_TOKEN.has(codeOf(error))) throw error;
      token = undefined;
      return send(path, body);
    }
  };
}
