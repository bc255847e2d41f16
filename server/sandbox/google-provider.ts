import { createHash } from 'node:crypto';

import { MINUTE_MS } from '../../contract/durations.ts';
import type {
  AuthorizationRequest,
  AuthorizationReturn,
  Identity,
  IdentityProvider,
} from '../accounts/google/identity-provider.ts';
import { comparableEmail } from '../accounts/normalise-email.ts';
import type { Clock } from '../clock.ts';
import { AppError } from '../http/app-error.ts';
import { equalInConstantTime, type Secrets } from '../config/secrets.ts';

const CODE_MS = MINUTE_MS;
const SEALED_FOR = 'sandbox-google-code';

/** Whom a visitor says to be at the page that plays Google. */
export interface PlayedPerson {
  readonly email: string;
  readonly isVerified: boolean;
}

/** What the page was asked with. */
export type PlayedRequest = Pick<AuthorizationRequest, 'nonce' | 'codeChallenge'>;

interface Code extends PlayedPerson, PlayedRequest {
  readonly expiresAtMs: number;
}

interface Parts {
  readonly publicOrigin: string;
  readonly clock: Clock;
  readonly secrets: Secrets;
}

/** Google as the sandbox plays it: a visitor is whom they say. */
export const createSandboxGoogle = ({ publicOrigin, clock, secrets }: Parts): IdentityProvider => ({
  authorizationUrl: async ({ state, nonce, codeChallenge }) => {
    const query = new URLSearchParams({ state, nonce, code_challenge: codeChallenge });
    return `${publicOrigin}/sandbox/google?${query.toString()}`;
  },
  exchange: async (answer) => identityOf(openCode(secrets, answer.code), answer, clock.now()),
});

/** The code that stands for a person; it is sealed, so nothing has to be stored for it. */
export function sealCode(
  { clock, secrets }: Pick<Parts, 'clock' | 'secrets'>,
  person: PlayedPerson,
  request: PlayedRequest,
): string {
  const code: Code = { ...person, ...request, expiresAtMs: clock.now() + CODE_MS };
  return secrets.encrypt(JSON.stringify(code), SEALED_FOR).toString('base64url');
}

/** @throws AppError `login_failed` for what is no code of ours */
function openCode(secrets: Secrets, code: string): Code {
  try {
    const opened = secrets.decrypt(Buffer.from(code, 'base64url'), SEALED_FOR);
    return JSON.parse(opened.toString()) as Code;
  } catch {
    throw new AppError('login_failed');
  }
}

/** @throws AppError `login_failed` where the code is another sign-in's, or too old */
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
