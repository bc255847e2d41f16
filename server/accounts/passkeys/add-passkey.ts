import { eq } from 'drizzle-orm';

import { PASSKEYS_MAX } from '../../../contract/constants.ts';
import type { AddPasskeyBody } from '../../../contract/accounts/passkeys.ts';
import { dateOf } from '../../clock.ts';
import { passkeys, users } from '../../db/schema/accounts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { passkeyAddedMail } from '../../notifications/mail/account-mails.ts';
import { isOpen, spend, type Challenge } from './challenges.ts';
import { ALGORITHMS, challengeIn, relyingParty } from './signed.ts';
import { tellUser } from '../tell-user.ts';

export interface NewPasskey extends AddPasskeyBody {
  readonly userId: number;
  readonly userAgent: string;
}

/**
 * Keeps a passkey that was made for a challenge of `beginPasskey`, and tells the user's address.
 * @throws AppError `passkey_refused`, `passkeys_full`
 */
export async function addPasskey(deps: Deps, made: NewPasskey): Promise<void> {
  const { userId, userAgent, transports = [] } = made;
  const text = challengeIn(made.client_data);
  if (text === undefined) throw new AppError('passkey_refused');
  const challenge: Challenge = { userId, purpose: 'register', text };
  if (!(await isOpen(deps, challenge))) throw new AppError('passkey_refused');
  const read = await readMade(deps, made, text);
  if (!read) {
    // Each challenge is good for one look.
    await spend(deps.db, challenge, dateOf(deps.clock));
    throw new AppError('passkey_refused');
  }
  await inTransaction(deps.db, async (tx) => {
    const now = dateOf(deps.clock);
    // Several at the same moment are counted one after the other.
    const [user] = await tx.select().from(users).where(eq(users.id, userId)).for('no key update');
    if (!user || user.deletedAt) throw new AppError('unauthenticated');
    if (!(await spend(tx, challenge, now))) throw new AppError('passkey_refused');
    if ((await tx.$count(passkeys, eq(passkeys.userId, userId))) >= PASSKEYS_MAX)
      throw new AppError('passkeys_full', { values: { max: PASSKEYS_MAX } });
    const added = await tx
      .insert(passkeys)
      .values({ ...read, userId, userAgent, transports, createdAt: now })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning({ id: passkeys.id });
    // Another user's already: the caller is not told whose.
    if (added.length === 0) throw new AppError('passkey_refused');
    const { publicOrigin } = deps.config;
    const { username } = user;
    await tellUser(tx, deps, user, passkeyAddedMail({ publicOrigin, username }));
  });
}

type Read = Pick<typeof passkeys.$inferInsert, 'credentialId' | 'publicKey' | 'counter'>;

/** @returns what is kept of it; undefined for what was not made as it was asked for */
async function readMade(
  { config }: Pick<Deps, 'config'>,
  { id, client_data: clientDataJSON, attestation_object: attestationObject }: NewPasskey,
  challenge: string,
): Promise<Read | undefined> {
  const { verifyRegistrationResponse } = await import('@simplewebauthn/server');
  const { decodeAttestationObject } = await import('@simplewebauthn/server/helpers');
  const { id: expectedRPID, origin } = relyingParty(config);
  try {
    const bytes = new Uint8Array(Buffer.from(attestationObject, 'base64url'));
    const attested = decodeAttestationObject(bytes);
    // Checking a certificate calls the addresses that it names. None was asked for.
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
    // The name beside it is the browser's word, the one inside the authenticator's.
    if (registrationInfo?.credential.id !== id) return undefined;
    const { publicKey, counter } = registrationInfo.credential;
    return { credentialId: id, publicKey: Buffer.from(publicKey), counter };
  } catch {
    return undefined;
  }
}
