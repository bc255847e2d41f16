import type { Config } from '../../config/config.ts';

/** For whom passkeys are made and sign: this server, as people reach it. */
export function relyingParty({ publicOrigin }: Pick<Config, 'publicOrigin'>): {
  readonly id: string;
  readonly origin: string;
} {
  const { hostname, origin } = new URL(publicOrigin);
  return { id: hostname, origin };
}

/** The challenge that a browser says was signed; undefined where it says nothing readable. */
export function challengeIn(clientData: string): string | undefined {
  try {
    const said: unknown = JSON.parse(Buffer.from(clientData, 'base64url').toString('utf8'));
    const challenge =
      typeof said === 'object' && said !== null && 'challenge' in said ? said.challenge : undefined;
    return typeof challenge === 'string' ? challenge : undefined;
  } catch {
    return undefined;
  }
}

/** How passkeys may sign, the preferred first: ECDSA with SHA-256, Ed25519, RSA with SHA-256, as COSE numbers them. */
export const ALGORITHMS = [-7, -8, -257];
