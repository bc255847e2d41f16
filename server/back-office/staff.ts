import { and, eq, gt, isNull, lt } from 'drizzle-orm';

import type { AddPasskeyBody } from '../../contract/accounts/passkeys.ts';
import type { PasskeyProof } from '../../contract/common.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import {
  ALGORITHMS,
  challengeIn,
  counterOf,
  isNewCounter,
  relyingParty,
} from '../accounts/passkeys/check-passkey.ts';
import { verifyNewPasskey } from '../accounts/passkeys/own-passkeys.ts';
import { type Act, AdminError, recordAction } from '../admin/record-action.ts';
import { dateOf } from '../clock.ts';
import { newToken, tokenHash } from '../config/secrets.ts';
import type { Db } from '../db/database.ts';
import { hasChanged } from '../db/query-rows.ts';
import {
  staff,
  STAFF_ROLES,
  staffChallenges,
  staffPasskeys,
  staffSessions,
  type StaffRole,
} from '../db/schema/staff.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import type { Member } from '../http/access.ts';
import { AppError } from '../http/app-error.ts';
import { limitOnNode } from '../http/rate-limit.ts';

/** A working day; the passkey is asked for again the next morning. */
export const STAFF_SESSION_MS = 8 * HOUR_MS;
export const INVITE_MS = DAY_MS;
const CHALLENGE_MS = 5 * MINUTE_MS;
/** Of all visitors of this node together; a passkey cannot be guessed, but challenges are rows. */
const CHALLENGES = { hits: 300, windowMs: MINUTE_MS };
const NAME = /^[\p{L}\p{N}][\p{L}\p{N} .'-]{0,39}$/u;

type StaffDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/** Whether a member of staff may do what needs a role; an `operator` has the command line. */
export const hasRole = ({ role }: Pick<Member, 'role'>, needed: StaffRole | 'operator'): boolean =>
  needed !== 'operator' && STAFF_ROLES.indexOf(role) >= STAFF_ROLES.indexOf(needed);

/**
 * Adds a member of staff, or gives one who is known another role and a new passkey. The link is shown once. Earlier
 * sessions end with the first use of the link.
 */
export const inviteStaff: Act = async (tx, deps, [given = '', role = '']) => {
  const name = given.trim();
  if (!NAME.test(name)) throw new AdminError('a name has 1 to 40 letters, digits and spaces');
  if (!isRole(role)) throw new AdminError(`a role is ${STAFF_ROLES.join(', ')}`);
  const token = newToken();
  const invite = {
    role,
    inviteHash: tokenHash(token),
    inviteUntil: new Date(deps.clock.now() + INVITE_MS),
    removedAt: null,
  };
  await tx
    .insert(staff)
    .values({ name, createdAt: dateOf(deps.clock), ...invite })
    .onConflictDoUpdate({ target: staff.name, set: invite });
  const outcome = `${name} is ${role}`;
  const link = `${deps.config.publicOrigin}/admin/welcome?token=${token}`;
  return {
    subject: `staff:${name}`,
    outcome,
    lines: [`${outcome}: send them this link, which works once within a day`, link],
  };
};

export const removeStaff: Act = async (tx, deps, [name = '']) => {
  const isKnown = and(eq(staff.name, name.trim()), isNull(staff.removedAt));
  const [removed] = await tx
    .update(staff)
    .set({ removedAt: dateOf(deps.clock), inviteHash: null })
    .where(isKnown)
    .returning({ id: staff.id });
  if (!removed) throw new AdminError(`nobody here is called ${name}`);
  await endAccess(tx, removed.id);
  return { subject: `staff:${name.trim()}`, outcome: `${name.trim()} cannot sign in any more` };
};

const isRole = (role: string): role is StaffRole =>
  (STAFF_ROLES as readonly string[]).includes(role);

async function endAccess(tx: Db, staffId: number): Promise<void> {
  await tx.delete(staffSessions).where(eq(staffSessions.staffId, staffId));
  await tx.delete(staffPasskeys).where(eq(staffPasskeys.staffId, staffId));
}

const countChallenge = limitOnNode(CHALLENGES);

async function drawChallenge({ db, clock }: StaffDeps): Promise<string> {
  countChallenge(clock.now());
  const now = dateOf(clock);
  await db.delete(staffChallenges).where(lt(staffChallenges.expiresAt, now));
  const text = newToken();
  const expiresAt = new Date(clock.now() + CHALLENGE_MS);
  await db.insert(staffChallenges).values({ hash: tokenHash(text), expiresAt });
  return text;
}

/** Each challenge is good for one answer, right or wrong. @returns it; undefined for an unknown or used one */
async function spendChallenge(
  { db, clock }: StaffDeps,
  clientData: string,
): Promise<string | undefined> {
  const text = challengeIn(clientData);
  if (text === undefined) return undefined;
  const isOpen = and(
    eq(staffChallenges.hash, tokenHash(text)),
    gt(staffChallenges.expiresAt, dateOf(clock)),
  );
  return (await hasChanged(db.delete(staffChallenges).where(isOpen))) ? text : undefined;
}

const isInvited = (token: string, now: Date) =>
  and(eq(staff.inviteHash, tokenHash(token)), gt(staff.inviteUntil, now));

export async function findInvited(
  { db, clock }: StaffDeps,
  token: string,
): Promise<Member | undefined> {
  const [invited] = await db
    .select()
    .from(staff)
    .where(isInvited(token, dateOf(clock)));
  return invited;
}

/** @throws AppError `passkey_refused` for a link that is used or over */
export async function beginStaffPasskey(deps: StaffDeps, token: string) {
  const invited = await findInvited(deps, token);
  if (!invited) throw new AppError('passkey_refused');
  return {
    challenge: await drawChallenge(deps),
    rp: { id: relyingParty(deps.config).id, name: 'Goodies back office' },
    user: {
      id: Buffer.from(`staff:${invited.id}`).toString('base64url'),
      name: `${invited.name} (back office)`,
      displayName: invited.name,
    },
    pubKeyCredParams: ALGORITHMS.map((alg) => ({ alg, type: 'public-key' })),
    attestation: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  };
}

/** Uses the link up: earlier passkeys and sessions of the member end. @returns the token of a session */
export async function addStaffPasskey(
  deps: StaffDeps,
  token: string,
  made: AddPasskeyBody,
): Promise<string> {
  const challenge = await spendChallenge(deps, made.client_data);
  const credential = challenge && (await verifyNewPasskey(deps, made, challenge));
  if (!credential) throw new AppError('passkey_refused');
  return inTransaction(deps.db, async (tx) => {
    const now = dateOf(deps.clock);
    const [invited] = await tx
      .update(staff)
      .set({ inviteHash: null, inviteUntil: null })
      .where(isInvited(token, now))
      .returning();
    if (!invited) throw new AppError('passkey_refused');
    await endAccess(tx, invited.id);
    await tx.insert(staffPasskeys).values({ ...credential, staffId: invited.id, createdAt: now });
    return startSession(tx, deps, invited, 'set up a passkey');
  });
}

/** The browser offers the passkeys of this site; one of a user is refused. */
export const beginStaffLogin = async (deps: StaffDeps) => ({
  challenge: await drawChallenge(deps),
  rpId: relyingParty(deps.config).id,
  userVerification: 'required',
});

/** @returns the token of a session. @throws AppError `passkey_refused` */
export async function logStaffIn(deps: StaffDeps, proof: PasskeyProof): Promise<string> {
  const challenge = await spendChallenge(deps, proof.client_data);
  const [known] = await deps.db
    .select({ passkey: staffPasskeys, member: staff })
    .from(staffPasskeys)
    .innerJoin(staff, and(eq(staff.id, staffPasskeys.staffId), isNull(staff.removedAt)))
    .where(eq(staffPasskeys.credentialId, proof.id));
  const counter =
    challenge === undefined || !known
      ? undefined
      : await counterOf(deps, known.passkey, proof, challenge);
  if (counter === undefined || !known) throw new AppError('passkey_refused');
  return inTransaction(deps.db, async (tx) => {
    const isNew = isNewCounter(staffPasskeys.counter, counter);
    const isThis = and(eq(staffPasskeys.id, known.passkey.id), isNew);
    if (!(await hasChanged(tx.update(staffPasskeys).set({ counter }).where(isThis))))
      throw new AppError('passkey_refused');
    return startSession(tx, deps, known.member, 'signed in');
  });
}

async function startSession(
  tx: Db,
  { clock }: Pick<StaffDeps, 'clock'>,
  { id, name }: Member,
  outcome: string,
): Promise<string> {
  const now = dateOf(clock);
  const token = newToken();
  await tx.delete(staffSessions).where(lt(staffSessions.expiresAt, now));
  await tx.insert(staffSessions).values({
    tokenHash: tokenHash(token),
    staffId: id,
    createdAt: now,
    expiresAt: new Date(now.getTime() + STAFF_SESSION_MS),
  });
  const signedIn = { action: 'sign-in', subject: `staff:${name}`, outcome };
  await recordAction(tx, { clock }, { by: name, why: 'back office' }, signedIn);
  return token;
}

export async function findMember(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  token: string,
): Promise<Member | undefined> {
  const [member] = await db
    .select({ id: staff.id, name: staff.name, role: staff.role })
    .from(staffSessions)
    .innerJoin(staff, and(eq(staff.id, staffSessions.staffId), isNull(staff.removedAt)))
    .where(
      and(
        eq(staffSessions.tokenHash, tokenHash(token)),
        gt(staffSessions.expiresAt, dateOf(clock)),
      ),
    );
  return member;
}

export async function endStaffSession(db: Db, token: string): Promise<void> {
  await db.delete(staffSessions).where(eq(staffSessions.tokenHash, tokenHash(token)));
}
