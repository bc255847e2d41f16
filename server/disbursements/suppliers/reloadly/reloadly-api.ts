import type { Clock } from '../../../clock.ts';
import type { ReloadlySettings } from '../../../config/config.ts';
import { createBearerToken } from '../../../lib/bearer-token.ts';
import { asName, callGateway, GatewayError, type Json } from '../../../lib/call-gateway.ts';

/** One of Reloadly's products; each has a host, a token and a media type of its own. */
export interface ReloadlyProduct {
  readonly baseUrl: string;
  /** The name that a token is made out to; not always where the product is. */
  readonly audience: string;
  readonly mediaType: string;
}

export type ReloadlyCall = (path: string, body?: object) => Promise<Json>;

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
  const access = createBearerToken('Reloadly', clock, () =>
    callGateway({
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
    }),
  );

  const send = async (token: string, path: string, body?: object): Promise<Json> =>
    callGateway({
      gateway: 'Reloadly',
      method: body ? 'POST' : 'GET',
      url: `${baseUrl}${path}`,
      headers: { authorization: `Bearer ${token}`, accept: mediaType },
      timeoutMs,
      // What is read may be a bare list; what is ordered never is.
      ...(body ? { body } : { mayBeList: true }),
    });

  return async (path, body) => {
    const token = await access.getToken();
    try {
      return await send(token, path, body);
    } catch (error) {
      if (!(error instanceof GatewayError) || !STALE_TOKEN.has(codeOf(error))) throw error;
      access.drop(token);
      return send(await access.getToken(), path, body);
    }
  };
}
