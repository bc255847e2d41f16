import { createHash, createHmac } from 'node:crypto';

/** A text of 43 characters that only a holder of the key can make. */
const derive = (key: string, purpose: string): string =>
  createHmac('sha256', key).update(purpose).digest('base64url');

/**
 * What a sign-in at Google is recognised by, made of the browser's key: the server stores neither, and a code that was
 * read from an address is worth nothing without the browser that asked for it.
 */
export function loginSecretsOf(key: string): {
  readonly nonce: string;
  /** RFC 7636: 43 to 128 unreserved characters. */
  readonly codeVerifier: string;
  readonly codeChallenge: string;
} {
  const codeVerifier = derive(key, 'google-code-verifier');
  return {
    nonce: derive(key, 'google-nonce'),
    codeVerifier,
    codeChallenge: createHash('sha256').update(codeVerifier).digest('base64url'),
  };
}
