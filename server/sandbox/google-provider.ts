import { createHash } from 'node:crypto';

import { MINUTE_MS } from '../../contract/durations.ts';
import type {
  AuthorizationRequest,
  AuthorizationReturn,
  Identity,
  IdentityProvider,
} from '../accounts/google/identity-provider.ts';
import { comparableEmail } from '../accounts/normalise-email.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { equalInConstantTime, type Secrets } from '../config/secrets.ts';

const CODE_MS = MINUTE_MS;
const CODE_PURPOSE = 'sandbox-google-code';

export interface SandboxPerson {
  readonly email: string;
  readonly isVerified: boolean;
}

export type SandboxRequest = Pick<AuthorizationRequest, 'nonce' | 'codeChallenge'>;

interface Code extends SandboxPerson, SandboxRequest {
  readonly expiresAtMs: number;
}

export const createSandboxGoogle = ({
  config,
  clock,
  secrets,
}: Pick<Deps, 'config' | 'clock' | 'secrets'>): IdentityProvider => ({
  // A browser asks only providers over https.
  browser: undefined,
  verify: async () => {
    throw new AppError('login_failed');
  },
  authorizationUrl: async ({ state, nonce, codeChallenge }) => {
    const query = new URLSearchParams({ state, nonce, code_challenge: codeChallenge });
    return `${config.publicOrigin}/sandbox/google?${query.toString()}`;
  },
  exchange: async (answer) => identityOf(decryptCode(secrets, answer.code), answer, clock.now()),
});

/** The code carries its data encrypted, so nothing is stored. */
export function encryptCode(
  { clock, secrets }: Pick<Deps, 'clock' | 'secrets'>,
  person: SandboxPerson,
  request: SandboxRequest,
): string {
  const code: Code = { ...person, ...request, expiresAtMs: clock.now() + CODE_MS };
  return secrets.encrypt(JSON.stringify(code), CODE_PURPOSE).toString('base64url');
}

function decryptCode(secrets: Secrets, code: string): Code {
  try {
    const decrypted = secrets.decrypt(Buffer.from(code, 'base64url'), CODE_PURPOSE);
    return JSON.parse(decrypted.toString()) as Code;
  } catch {
    throw new AppError('login_failed');
  }
}

function identityOf(code: Code, answer: AuthorizationReturn, nowMs: number): Identity {
  const challenge = createHash('sha256').update(answer.codeVerifier).digest('base64url');
  const isTheirs =
    equalInConstantTime(challenge, code.codeChallenge) &&
    equalInConstantTime(answer.nonce, code.nonce);
  if (!isTheirs || code.expiresAtMs <= nowMs) throw new AppError('login_failed');
  const email = comparableEmail(code.email);
  const subject = createHash('sha256').update(email).digest('hex');
  const verifiedEmail = code.isVerified ? email : undefined;
  return { subject: `sandbox-${subject}`, verifiedEmail, isAuthoritative: true };
}
