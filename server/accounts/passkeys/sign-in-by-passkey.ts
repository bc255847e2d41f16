import { and, eq, isNull } from 'drizzle-orm';

import {
  PasskeyLoginBody,
  PasskeyLoginOptionsAnswer,
} from '../../../contract/accounts/passkeys.ts';
import { LoginAnswer, type User } from '../../../contract/accounts.ts';
import { PASSKEY_LOGIN_MS } from '../../../contract/constants.ts';
import { dateOf } from '../../clock.ts';
import { equalInConstantTime, newToken } from '../../config/secrets.ts';
import { passkeys, users } from '../../db/schema/accounts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { routesOf, success, taggedRoutes } from '../../http/route-options.ts';
import { createSession, originOf, type RequestOrigin } from '../sessions.ts';
import { throttleNetwork } from '../throttle-network.ts';
import { presentUser } from '../users.ts';
import {
  challengeIn,
  counterOf,
  relyingParty,
  spendFreeChallenge,
  updateCounter,
} from './check-passkey.ts';

const CONTEXT = 'passkey-login';

/** Anybody may ask for one, so it is signed instead of stored; its use is stored. */
function drawFreeChallenge({ secrets, clock }: Pick<Deps, 'secrets' | 'clock'>): string {
  const text = `${newToken()}_${(clock.now() + PASSKEY_LOGIN_MS).toString(36)}`;
  return Buffer.from(`${text}_${secrets.lookupHash(text, CONTEXT)}`).toString('base64url');
}

/** @returns until when it is good */
function readFreeChallenge(
  { secrets, clock }: Pick<Deps, 'secrets' | 'clock'>,
  challenge: string,
): Date | undefined {
  const [, text = '', until = '', mac = ''] =
    /^([\w-]+_([\da-z]+))_([\da-f]+)$/.exec(Buffer.from(challenge, 'base64url').toString()) ?? [];
  const isOurs = secrets
    .lookupHashes(text, CONTEXT)
    .some((expected) => equalInConstantTime(expected, mac));
  const expiresAt = Number.parseInt(until, 36);
  return isOurs && expiresAt > clock.now() ? new Date(expiresAt) : undefined;
}

interface PasskeySignIn extends PasskeyLoginBody, RequestOrigin {}

/** @throws AppError `work_required`, `passkey_unknown`, `passkey_refused`, `account_blocked` */
async function signInByPasskey(
  deps: Deps,
  { passkey: proof, work, address, userAgent, deviceId }: PasskeySignIn,
): Promise<{ user: User; token: string }> {
  await throttleNetwork(deps, 'login', { subject: proof.id, address, work });
  const challenge = challengeIn(proof.client_data) ?? '';
  const expiresAt = readFreeChallenge(deps, challenge);
  if (!expiresAt) throw new AppError('passkey_refused');
  const [passkey] = await deps.db
    .select()
    .from(passkeys)
    .where(eq(passkeys.credentialId, proof.id));
  // Its device is told to offer it no more.
  if (!passkey) throw new AppError('passkey_unknown');
  const counter = await counterOf(deps, passkey, proof, challenge);
  if (counter === undefined) throw new AppError('passkey_refused');
  return inTransaction(deps.db, async (tx) => {
    const now = dateOf(deps.clock);
    const isThere = and(eq(users.id, passkey.userId), isNull(users.deletedAt));
    const [user] = await tx.select().from(users).where(isThere).for('share');
    if (!user) throw new AppError('passkey_unknown');
    if (user.blockedAt) throw new AppError('account_blocked');
    const isFirst =
      (await spendFreeChallenge(tx, { userId: user.id, text: challenge, expiresAt })) &&
      (await updateCounter(tx, passkey.id, counter, now));
    if (!isFirst) throw new AppError('passkey_refused');
    const session = { userId: user.id, remember: true, userAgent, deviceId, now };
    const token = await createSession(tx, session);
    return { user: presentUser(user, now), token };
  });
}

const route = taggedRoutes('Accounts');

export const passkeyLoginRoutes = routesOf(async (app, deps) => {
  app.post(
    '/auth/passkey/options',
    route('public', 'What a passkey is to sign to log in', PasskeyLoginOptionsAnswer, {
      description: 'Good for 15 minutes and one use.',
    }),
    async () => ({
      success,
      data: {
        challenge: drawFreeChallenge(deps),
        rpId: relyingParty(deps.config).id,
        timeout: PASSKEY_LOGIN_MS,
        userVerification: 'required' as const,
      },
    }),
  );

  app.post(
    '/auth/passkey',
    route('public', 'Sign in with a passkey', LoginAnswer, {
      description: 'The session lasts 30 days, as one that is remembered.',
      body: PasskeyLoginBody,
    }),
    async (request) => {
      const signedIn = await signInByPasskey(deps, { ...request.body, ...originOf(request) });
      request.log.info({ reqId: request.id, user: signedIn.user.id }, 'signed in by passkey');
      return { success, ...signedIn };
    },
  );
});
