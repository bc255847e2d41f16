import * as oidc from 'openid-client';

import { HOUR_MS } from '../../../contract/durations.ts';
import type { Clock } from '../../clock.ts';
import type { GoogleSettings } from '../../config/config.ts';
import type { Log } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { keepFor } from '../../lib/keep-for.ts';
import { normaliseEmail } from '../normalise-email.ts';
import { callbackUrlOf, type Identity, type IdentityProvider } from './identity-provider.ts';

/** Each of two calls may take so long, so that a sign-in is answered before the app gives up. */
const TIMEOUT_S = 5;
/** Addresses and keys at Google may change; both are asked for anew. */
const KEEP_MS = HOUR_MS;
const SUBJECT_MAX_CHARS = 255;
/** What Google's own addresses end in; a domain that it runs for a customer stands in the claim `hd`. */
const OWN_DOMAIN = '@gmail.com';

interface Parts {
  readonly publicOrigin: string;
  readonly clock: Clock;
  readonly log: Log;
  /** How long each call may take. */
  readonly timeoutSeconds?: number;
}

/**
 * Google, or any other issuer that speaks OpenID Connect. It is first asked when a visitor signs in, so that the
 * server starts without it.
 */
export function createOpenIdProvider(
  { issuer, clientId, clientSecret }: GoogleSettings,
  { publicOrigin, clock, log, timeoutSeconds = TIMEOUT_S }: Parts,
): IdentityProvider {
  const redirectUri = callbackUrlOf(publicOrigin);
  // A token's signature is checked too, though it comes straight from the issuer.
  const execute = [oidc.enableNonRepudiationChecks];
  if (issuer.startsWith('http:')) execute.push(oidc.allowInsecureRequests);
  const discover = keepFor(KEEP_MS, clock, () =>
    oidc.discovery(new URL(issuer), clientId, undefined, oidc.ClientSecretPost(clientSecret), {
      execute,
      timeout: timeoutSeconds,
    }),
  );
  const reach = async (): Promise<oidc.Configuration> => {
    try {
      return await discover(issuer);
    } catch (error) {
      log.error({ reason: reasonOf(error) }, 'Google cannot be reached');
      throw new AppError('google_unavailable');
    }
  };
  return {
    authorizationUrl: async ({ state, nonce, codeChallenge }) =>
      oidc.buildAuthorizationUrl(await reach(), {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state,
        nonce,
        code_challenge: codeChallenge,
        code_challenge_method: 'S256',
        prompt: 'select_account',
      }).href,

    async exchange({ code, state, iss, nonce, codeVerifier }) {
      const config = await reach();
      // Of the configured origin, never of what a request calls itself.
      const returned = new URL(redirectUri);
      returned.search = new URLSearchParams({ code, state, ...(iss && { iss }) }).toString();
      try {
        const tokens = await oidc.authorizationCodeGrant(config, returned, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        return identityOf(tokens.claims());
      } catch (error) {
        const isAway = isProviderAway(error);
        log[isAway ? 'error' : 'warn']({ reason: reasonOf(error) }, 'signing in at Google failed');
        throw new AppError(isAway ? 'google_unavailable' : 'login_failed');
      }
    },
  };
}

function identityOf(claims: oidc.IDToken | undefined): Identity {
  if (!claims) throw new AppError('login_failed');
  const { sub, email, email_verified: isVerified, hd } = claims;
  if (sub === '' || sub.length > SUBJECT_MAX_CHARS) throw new AppError('login_failed');
  const isUsable = isVerified === true && typeof email === 'string';
  const verifiedEmail = isUsable ? normaliseEmail(email) : undefined;
  // Of any other address Google knows only that it was theirs once.
  const isAuthoritative =
    verifiedEmail !== undefined &&
    (verifiedEmail.endsWith(OWN_DOMAIN) || (typeof hd === 'string' && hd !== ''));
  return { subject: sub, verifiedEmail, isAuthoritative };
}

/** Faults of ours at Google: no visitor can sign in until they are put right. */
const OUR_FAULTS = new Set(['invalid_client', 'unauthorized_client', 'redirect_uri_mismatch']);
const TOO_MANY = 429;

/** Whether Google did not answer, answered with a fault of its own, or does not know us: not the visitor's doing. */
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

/** What went wrong in a word, without what came from outside. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as { code?: unknown };
  return typeof code === 'string' ? `${error.name} ${code}` : error.name;
}
