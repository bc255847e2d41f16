import type { GoogleUrlAnswer } from '../../../../../contract/accounts/google.ts';

/** TypeScript's library does not know this API (FedCM). */
interface IdentityRequest extends CredentialRequestOptions {
  readonly identity: {
    readonly mode: 'active';
    readonly context: 'continue';
    readonly providers: readonly {
      readonly configURL: string;
      readonly clientId: string;
      readonly nonce: string;
      readonly params: Readonly<Record<string, string>>;
    }[];
  };
}

/** Browsers that have this property answer a tap at once; older ones may be silent for minutes. */
function knowsTaps(): boolean {
  const { IdentityCredential: known } = globalThis as typeof globalThis & {
    readonly IdentityCredential?: { readonly prototype: object };
  };
  return known !== undefined && 'configURL' in known.prototype;
}

/** Nobody reads a dialog and closes it in less; browsers do not tell whether one was shown. */
const SHOWN_MS = 1_000;

/** @returns Google's ID token; `closed` if the person may have closed the browser's dialog */
export async function askBrowser({
  config_url: configURL,
  client_id: clientId,
  nonce,
}: NonNullable<GoogleUrlAnswer['browser']>): Promise<
  { readonly token: string } | 'closed' | 'unable'
> {
  if (!knowsTaps()) return 'unable';
  // Newer browsers take the nonce as a parameter only.
  const params = { nonce, response_type: 'id_token', scope: 'openid email' };
  const request: IdentityRequest = {
    mediation: 'required',
    identity: {
      mode: 'active',
      context: 'continue',
      providers: [{ configURL, clientId, nonce, params }],
    },
  };
  const askedAtMs = performance.now();
  try {
    const given = await navigator.credentials.get(request);
    return given && 'token' in given && typeof given.token === 'string'
      ? { token: given.token }
      : 'unable';
  } catch {
    return performance.now() - askedAtMs < SHOWN_MS ? 'unable' : 'closed';
  }
}
