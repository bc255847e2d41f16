import * as oidc from 'openid-client';

import type { GoogleSettings } from '../../config/config.ts';
import type { Deps } from '../../deps.ts';
import { createSandboxGoogle } from '../../sandbox/google-provider.ts';
import { type IdentityProvider, callbackUrlOf, type Identity } from './identity-provider.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { AppError } from '../../http/app-error.ts';
import { keepFor } from '../../lib/keep-for.ts';
import { normaliseEmail } from '../normalise-email.ts';

export function chooseIdentityProvider(
  parts: Pick<Deps, 'config' | 'clock' | 'secrets' | 'log'>,
): IdentityProvider | undefined {
  const { google, sandbox, publicOrigin } = parts.config;
  if (google) return createOpenIdProvider(google, { ...parts, publicOrigin });
  return sandbox ? createSandboxGoogle(parts) : undefined;
}

/** Two calls of this length end before the app's own timeout. */
const TIMEOUT_S = 5;
const DISCOVERY_TTL_MS = HOUR_MS;
const SUBJECT_MAX_CHARS = 255;
/** Addresses of customers' domains have the claim `hd` instead. */
const OWN_DOMAIN = '@gmail.com';

interface Parts extends Pick<Deps, 'clock' | 'log'> {
  readonly publicOrigin: string;
  readonly timeoutSeconds?: number;
}

/** The issuer is discovered at the first sign-in, so that the server starts without it. */
export function createOpenIdProvider(
  { issuer, clientId, clientSecret }: GoogleSettings,
  { publicOrigin, clock, log, timeoutSeconds = TIMEOUT_S }: Parts,
): IdentityProvider {
  const redirectUri = callbackUrlOf(publicOrigin);
  const insecure = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
  const checks = { code: oidc.enableNonRepudiationChecks, token: oidc.useIdTokenResponseType };
  const discover = keepFor(DISCOVERY_TTL_MS, clock, (flow: keyof typeof checks) =>
    oidc.discovery(new URL(issuer), clientId, undefined, oidc.ClientSecretPost(clientSecret), {
      execute: [checks[flow], ...insecure],
      timeout: timeoutSeconds,
    }),
  );
  const reach = async (flow: keyof typeof checks): Promise<oidc.Configuration> => {
    try {
      return await discover(flow);
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'Google cannot be reached');
      throw new AppError('google_unavailable');
    }
  };
  const identify = async (read: () => Promise<oidc.IDToken | undefined>): Promise<Identity> => {
    try {
      return identityOf(await read());
    } catch (error) {
      const isAway = isProviderAway(error);
      log[isAway ? 'error' : 'warn']({ reason: reasonOf(error) }, 'signing in at Google failed');
      throw new AppError(isAway ? 'google_unavailable' : 'login_failed');
    }
  };
  return {
    browser: { configUrl: new URL('/gsi/fedcm.json', issuer).href, clientId },

    authorizationUrl: async ({ state, nonce, codeChallenge }) =>
      oidc.buildAuthorizationUrl(await reach('code'), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        prompt: 'select_account',
      }).href,

    async exchange({ code, state, iss, nonce, codeVerifier }) {
      const config = await reach('code');
      // The origin comes from the configuration, because a request can forge its own.
      const returned = new URL(redirectUri);
      returned.search = new URLSearchParams({ code, state, ...(iss && { iss }) }).toString();
      return identify(async () => {
        const tokens = await oidc.authorizationCodeGrant(config, returned, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        return tokens.claims();
      });
    },

    async verify({ token, nonce }) {
      const config = await reach('token');
      // Where the implicit flow of OpenID Connect brings such a token.
      const returned = new URL(redirectUri);
      returned.hash = new URLSearchParams({ id_token: token }).toString();
      return identify(() => oidc.implicitAuthentication(config, returned, nonce));
    },
  };
}

function identityOf(claims: oidc.IDToken | undefined): Identity {
  if (!claims) throw new AppError('login_failed');
  const { sub, email, email_verified: isVerified, hd } = claims;
  if (sub === '' || sub.length > SUBJECT_MAX_CHARS) throw new AppError('login_failed');
  const isUsable = isVerified === true && typeof email === 'string';
  const verifiedEmail = isUsable ? normaliseEmail(email) : undefined;
  const isAuthoritative =
    verifiedEmail !== undefined &&
    (verifiedEmail.endsWith(OWN_DOMAIN) || (typeof hd === 'string' && hd !== ''));
  return { subject: sub, verifiedEmail, isAuthoritative };
}

const OUR_FAULTS = new Set(['invalid_client', 'unauthorized_client', 'redirect_uri_mismatch']);
const TOO_MANY = 429;

function isProviderAway(error: unknown): boolean {
  for (let current = error; current; current = (current as { cause?: unknown }).cause) {
    if (current instanceof Response) return current.status >= 500 || current.status === TOO_MANY;
    if (current instanceof oidc.ResponseBodyError)
      return current.status >= 500 || current.status === TOO_MANY || OUR_FAULTS.has(current.error);
    if (!(current instanceof Error)) return false;
    if (current.name === 'TimeoutError' || current.message === 'fetch failed') return true;
  }
  return false;
}

/** Leaves out text from outside, which could contain secrets. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
}
