import { desc, eq, and } from 'drizzle-orm';

import {
  type Passkey,
  AddPasskeyBody,
  PasskeyChallengeAnswer,
  PasskeyOptionsAnswer,
  PasskeyOptionsBody,
  PasskeysAnswer,
  RemovePasskeyBody,
} from '../../../contract/accounts/passkeys.ts';
import { MessageAnswer, type OwnerProof } from '../../../contract/common.ts';
import type { Db } from '../../db/database.ts';
import { hasChanged } from '../../db/query-rows.ts';
import { passkeyChallenges, passkeys, users } from '../../db/schema/accounts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { passkeyRemovedMail, passkeyAddedMail } from '../../notifications/mail/account-mails.ts';
import { confirmPassword, lockPassword, type PasswordProof } from '../passwords.ts';
import { countChange } from '../count-attempts.ts';
import { mailAboutAccount } from '../email-tokens.ts';
import { outgoingPause } from '../outgoing-pause.ts';
import { requirePin } from '../pin.ts';
import { callerOf } from '../../http/access.ts';
import { routesOf, success, taggedRoutes } from '../../http/route-options.ts';
import { originOf, proofIn } from '../sessions.ts';
import { lockUser } from '../users.ts';
import {
  beginConfirmation,
  drawChallenge,
  ALGORITHMS,
  relyingParty,
  isOpen,
  spend,
  type Challenge,
  challengeIn,
  PASSKEY_CHALLENGE_MS,
  passkeyDescriptors,
} from './check-passkey.ts';
import { dateOf } from '../../clock.ts';

async function listPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  const rows = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.id));
  return rows.map(({ id, credentialId, userAgent, createdAt, lastUsedAt }) => ({
    id,
    credential_id: credentialId,
    user_agent: userAgent,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }));
}

export async function deletePasskeys(tx: Db, userId: number): Promise<void> {
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
}

const pauseForPasskey = async (tx: Db, userId: number, now: Date): Promise<void> => {
  await tx.update(users).set(outgoingPause('passkey', now)).where(eq(users.id, userId));
};

/** Lets no money leave for a day where there is no PIN. */
export async function removePasskey(
  deps: Deps,
  { id, ...proof }: PasswordProof & { readonly id: number },
): Promise<void> {
  const confirmed = await confirmPassword(deps, proof);
  const { id: userId } = confirmed;
  await countChange(deps, userId);
  await inTransaction(deps.db, async (tx) => {
    await lockPassword(tx, confirmed);
    const isOwn = and(eq(passkeys.id, id), eq(passkeys.userId, userId));
    if (!(await hasChanged(tx.delete(passkeys).where(isOwn)))) throw new AppError('passkey_gone');
    // Without it whoever knows the password could choose a first PIN and take the money out.
    const isPaused = confirmed.pinHash === null;
    if (isPaused) await pauseForPasskey(tx, userId, dateOf(deps.clock));
    await mailAboutAccount(tx, deps, confirmed, (freeze) => passkeyRemovedMail(freeze, isPaused));
  });
}

export const PASSKEYS_MAX = 10;

type Options = PasskeyOptionsAnswer['data'];

/**
 * The challenge later replaces what is checked here: the password, and PIN or passkey where one is given.
 * @throws AppError `pin_needed` for a PIN of whoever has none, and those of `requirePin`
 */
export async function beginPasskey(
  deps: Deps,
  { userId, password, address, ...proof }: PasswordProof & OwnerProof,
): Promise<Options> {
  const confirmed = await confirmPassword(deps, { userId, password, address });
  const { username } = confirmed;
  const excludeCredentials = await passkeyDescriptors(deps.db, userId);
  if (excludeCredentials.length >= PASSKEYS_MAX)
    throw new AppError('passkeys_full', { values: { max: PASSKEYS_MAX } });
  const isConfirmed = (proof.pin ?? proof.passkey) !== undefined;
  if (isConfirmed) {
    const owner = { userId, proof, requestKey: undefined, isPinNeeded: true };
    const spendProof = await requirePin(deps, owner);
    await inTransaction(deps.db, async (tx) => {
      await lockPassword(tx, confirmed);
      await spendProof(tx, dateOf(deps.clock));
    });
  }
  const purpose = isConfirmed ? 'register_confirmed' : 'register';
  return {
    challenge: await drawChallenge(deps, { userId, purpose }),
    rp: { id: relyingParty(deps.config).id, name: 'Goodies' },
    user: {
      id: Buffer.from(String(userId)).toString('base64url'),
      name: username,
      displayName: username,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    timeout: PASSKEY_CHALLENGE_MS,
    attestation: 'none',
    excludeCredentials,
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  };
}

interface NewPasskey extends AddPasskeyBody {
  readonly userId: number;
  readonly userAgent: string;
}

async function openChallenge(
  deps: Deps,
  { userId, client_data: clientData }: NewPasskey,
): Promise<Challenge> {
  const text = challengeIn(clientData);
  if (text === undefined) throw new AppError('passkey_refused');
  for (const purpose of ['register_confirmed', 'register'] as const)
    if (await isOpen(deps, { userId, purpose, text })) return { userId, purpose, text };
  throw new AppError('passkey_refused');
}

/** A passkey of the password alone lets no money leave for a day. */
export async function addPasskey(deps: Deps, made: NewPasskey): Promise<void> {
  const { userId, userAgent, transports = [] } = made;
  const challenge = await openChallenge(deps, made);
  const { text, purpose } = challenge;
  const credential = await verifyNewPasskey(deps, made, text);
  if (!credential) {
    // A failed challenge is used up, so each allows one try.
    await spend(deps.db, challenge, dateOf(deps.clock));
    throw new AppError('passkey_refused');
  }
  await inTransaction(deps.db, async (tx) => {
    const now = dateOf(deps.clock);
    // The lock makes concurrent additions respect the maximum.
    const user = await lockUser(tx, userId);
    if (!(await spend(tx, challenge, now))) throw new AppError('passkey_refused');
    if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) >= PASSKEYS_MAX)
      throw new AppError('passkeys_full', { values: { max: PASSKEYS_MAX } });
    const added = tx
      .insert(passkeys)
      .values({ ...credential, userId, userAgent, transports, createdAt: now })
      .onConflictDoNothing({ target: passkeys.credentialId });
    // The passkey belongs to another user, which the caller must not learn.
    if (!(await hasChanged(added))) throw new AppError('passkey_refused');
    const isPaused = purpose === 'register';
    if (isPaused) await pauseForPasskey(tx, userId, now);
    await mailAboutAccount(tx, deps, user, (freeze) => passkeyAddedMail(freeze, isPaused));
  });
}

type NewCredential = Pick<typeof passkeys.$inferInsert, 'credentialId' | 'publicKey' | 'counter'>;

export async function verifyNewPasskey(
  { config }: Pick<Deps, 'config'>,
  { id, client_data: clientDataJSON, attestation_object: attestationObject }: AddPasskeyBody,
  challenge: string,
): Promise<NewCredential | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const { id: expectedRPID, origin } = relyingParty(config);
  try {
    const bytes = new Uint8Array(Buffer.from(attestationObject, 'base64url'));
    const attested = decodeAttestationObject(bytes);
    // Certificates are refused, because checking one fetches URLs from it.
    const isPlain =
      attested.get('fmt') === 'none' ||
      (attested.get('fmt') === 'packed' && !attested.get('attStmt').get('x5c'));
    if (!isPlain) return undefined;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: {
        id,
        rawId: id,
        type: 'public-key',
        response: { clientDataJSON, attestationObject },
        clientExtensionResults: {},
      },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    });
    if (registrationInfo?.credential.id !== id) return undefined;
    const { publicKey, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey: Buffer.from(publicKey), counter };
  } catch {
    return undefined;
  }
}

const route = taggedRoutes('Accounts');

export const passkeyRoutes = routesOf(async (app, deps) => {
  app.get(
    '/user/passkeys',
    route('user', 'Passkeys that stand in for the PIN', PasskeysAnswer),
    async (request) => ({
      success,
      data: await listPasskeys(deps.db, callerOf(request).userId),
    }),
  );

  app.post(
    '/user/passkeys/challenge',
    route('user', 'What a passkey is to sign before money is taken out', PasskeyChallengeAnswer, {
      description: 'Good for five minutes and one call, which takes it as `passkey`.',
    }),
    async (request) => ({
      success,
      data: await beginConfirmation(deps, callerOf(request).userId),
    }),
  );

  app.delete(
    '/user/passkeys',
    route('user', 'Remove a passkey, with the password', MessageAnswer, {
      description: 'The user is told by mail.',
      body: RemovePasskeyBody,
    }),
    async (request) => {
      await removePasskey(deps, proofIn(request));
      return { success, message: 'The passkey is removed' };
    },
  );

  app.post(
    '/user/passkeys/options',
    route('user', 'Begin to make a passkey, with the password', PasskeyOptionsAnswer, {
      description:
        'Unless the PIN or another passkey confirms it, too, no money leaves for 24 hours afterwards.',
      body: PasskeyOptionsBody,
    }),
    async (request) => ({ success, data: await beginPasskey(deps, proofIn(request)) }),
  );

  app.post(
    '/user/passkeys',
    route('user', 'Keep a passkey that was made', MessageAnswer, {
      description: 'The user is told by mail.',
      body: AddPasskeyBody,
    }),
    async (request) => {
      await addPasskey(deps, { ...proofIn(request), ...originOf(request) });
      return { success, message: 'Fingerprint or face is set up on this device' };
    },
  );
});
