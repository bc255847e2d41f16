export interface Identity {
  readonly subject: string;
  /** Lower case; undefined where Google does not report it as verified. */
  readonly verifiedEmail: string | undefined;
  /** Whether Google manages the address itself and so knows its current owner. */
  readonly isAuthoritative: boolean;
}

export interface AuthorizationRequest {
  readonly state: string;
  readonly nonce: string;
  readonly codeChallenge: string;
}

export interface AuthorizationReturn {
  readonly code: string;
  readonly state: string;
  readonly iss: string | undefined;
  readonly nonce: string;
  readonly codeVerifier: string;
}

export interface TokenReturn {
  /** The ID token that the browser was given. */
  readonly token: string;
  readonly nonce: string;
}

export interface IdentityProvider {
  /** For a browser that asks the provider itself (FedCM); undefined where it takes no part. */
  readonly browser: { readonly configUrl: string; readonly clientId: string } | undefined;
  authorizationUrl(request: AuthorizationRequest): Promise<string>;
  /** @throws AppError `login_failed`, `google_unavailable` */
  exchange(answer: AuthorizationReturn): Promise<Identity>;
  /** @throws AppError `login_failed`, `google_unavailable` */
  verify(answer: TokenReturn): Promise<Identity>;
}

export const callbackUrlOf = (publicOrigin: string): string =>
  `${publicOrigin}/auth/google/callback`;
