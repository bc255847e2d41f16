/** Who a visitor is at Google. */
export interface Identity {
  /** What Google calls them, for good. */
  readonly subject: string;
  /** In lower case; undefined where Google tells none or has not verified it. */
  readonly verifiedEmail: string | undefined;
  /** Whether Google itself gives that address out, so that its word says whose it is now. */
  readonly isAuthoritative: boolean;
}

/** What goes along to Google. */
export interface AuthorizationRequest {
  readonly state: string;
  readonly nonce: string;
  /** S256 of the verifier (RFC 7636). */
  readonly codeChallenge: string;
}

/** What came back from there, and what it has to belong to. */
export interface AuthorizationReturn {
  readonly code: string;
  readonly state: string;
  readonly iss: string | undefined;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** Google, or what stands in for it in the sandbox. */
export interface IdentityProvider {
  /** Where a visitor says who they are. @throws AppError `google_unavailable` */
  authorizationUrl(request: AuthorizationRequest): Promise<string>;
  /**
   * Asks who a code is for, and checks signature, issuer, audience, nonce and time of the answer.
   * @throws AppError `login_failed`, `google_unavailable`
   */
  exchange(answer: AuthorizationReturn): Promise<Identity>;
}

/** Where Google sends people back to. */
export const callbackUrlOf = (publicOrigin: string): string =>
  `${publicOrigin}/auth/google/callback`;
