import { eq } from 'drizzle-orm';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { ulid } from 'ulid';

import type { UpdateUserBody, User } from '../../contract/accounts.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { hasChanged } from '../db/query-rows.ts';
import { formerUsernames, users } from '../db/schema/accounts.ts';
import { constraintOf, inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { fieldError, AppError } from '../http/app-error.ts';
import { addressLeftMail } from '../notifications/mail/account-mails.ts';
import { confirmPassword, lockPassword } from './passwords.ts';
import { countChange } from './count-attempts.ts';
import { isFormerUsername, usernameTaken } from './sign-up.ts';
import { getUser, presentUser, type UserRow } from './users.ts';
import { comparableEmail, requireEmail } from './normalise-email.ts';
import { mailVerification } from './verification.ts';
import { createEmailToken, mailAboutAccount } from './email-tokens.ts';
import { AVATAR_SIDE_PX, COVER_MAX_MEGAPIXELS } from '../../contract/constants.ts';
import { createGate } from '../lib/gate.ts';
import { newCoverPath, type CoverStore } from '../media/cover-store.ts';

const ONE_NAME = 'users_username_unique';
/** Former names stay reserved, so one account may not reserve hundreds. */
const FORMER_USERNAMES_MAX = 10;

interface UserChange extends UpdateUserBody {
  readonly userId: number;
  readonly address: string;
}

/** A new address needs the password, because it can reset the password. */
export async function updateUser(deps: Deps, change: UserChange): Promise<User> {
  const { userId, username, password, address } = change;
  const before = await getUser(deps.db, userId);
  const email = changedEmail(before.email, change.email);
  let confirmed: UserRow | undefined;
  if (email !== before.email) {
    if (password === undefined) throw fieldError('password', 'is required for another address');
    confirmed = await confirmPassword(deps, { userId, password, address });
    await countChange(deps, userId);
  }
  try {
    return await inTransaction(deps.db, async (tx) => {
      if (username !== undefined) await rename(tx, userId, username, dateOf(deps.clock));
      if (confirmed) {
        await lockPassword(tx, confirmed);
        await changeEmail(tx, deps, await getUser(tx, userId), email);
      }
      return presentUser(await getUser(tx, userId), dateOf(deps.clock));
    });
  } catch (error) {
    if (constraintOf(error) === ONE_NAME) throw usernameTaken();
    throw error;
  }
}

const changedEmail = (before: string, wanted: string | undefined): string =>
  wanted === undefined || comparableEmail(wanted) === comparableEmail(before)
    ? before
    : requireEmail(wanted);

async function rename(tx: Db, userId: number, username: string, now: Date): Promise<void> {
  const [user] = await tx
    .select({ before: users.username })
    .from(users)
    .where(eq(users.id, userId))
    // Writing the name needs this lock; taking KEY SHARE first would deadlock with other writers.
    .for('update');
  if (!user || user.before === username) return;
  await tx.update(users).set({ username }).where(eq(users.id, userId));
  if (await isFormerUsername(tx, { id: userId, username })) throw usernameTaken();
  const left = tx
    .insert(formerUsernames)
    .values({ username: user.before, userId, createdAt: now })
    .onConflictDoNothing();
  if ((await hasChanged(left)) && (await countFormerUsernames(tx, userId)) > FORMER_USERNAMES_MAX)
    throw fieldError(
      'username',
      `You have left ${FORMER_USERNAMES_MAX} usernames, which is as many as are kept for one account`,
    );
}

const countFormerUsernames = (tx: Db, userId: number): Promise<number> =>
  tx.$count(formerUsernames, eq(formerUsernames.userId, userId));

/** An address that another user has verified is stored too, so that the answer does not leak it. */
async function changeEmail(tx: Db, deps: Deps, user: UserRow, email: string): Promise<void> {
  if (email === user.email) return;
  const now = dateOf(deps.clock);
  await tx
    .update(users)
    // The Google account of the old address must not be able to sign in.
    .set({
      email,
      emailVerifiedAt: null,
      googleSubject: null,
      ...(user.emailVerifiedAt && { emailLeftAt: now }),
    })
    .where(eq(users.id, user.id));
  const undo = user.emailVerifiedAt && (await createEmailToken(tx, user, 'undo_email', now));
  await mailAboutAccount(tx, deps, user, (freeze) => addressLeftMail(freeze, undo));
  await mailVerification(tx, deps, { ...user, email }, now);
}

const PICTURE_TYPES: ReadonlySet<string | undefined> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
]);
const QUALITY = 80;
const MAX_PIXELS = COVER_MAX_MEGAPIXELS * 1_000_000;
/** Decoding a photo takes a hundred megabytes. */
const withPermit = createGate({ atOnce: 2, waiting: 20 });

/** @returns undefined for no avatar and for one stored elsewhere */
export function avatarPathOf(covers: CoverStore, address: string | null): string | undefined {
  const base = covers.urlOf('');
  return address?.startsWith(base) ? address.slice(base.length) : undefined;
}

/** Each picture gets a new URL, so that URLs can be cached for ever. */
export async function storeAvatar(
  deps: Pick<Deps, 'db' | 'clock' | 'covers'>,
  userId: number,
  picture: { read(): Promise<Buffer> },
): Promise<User> {
  const { db, covers, clock } = deps;
  const bytes = await withPermit(async () => squareOf(await picture.read()));
  const path = newCoverPath(ulid(), String(AVATAR_SIDE_PX), 'webp');
  let isUsed = false;
  const store = async () => {
    await covers.put(path, bytes);
    return inTransaction(db, async (tx) => {
      const [row] = await tx
        .select({ avatar: users.avatar })
        .from(users)
        .where(eq(users.id, userId))
        .for('no key update');
      await tx
        .update(users)
        .set({ avatar: covers.urlOf(path) })
        .where(eq(users.id, userId));
      const user = await getUser(tx, userId);
      isUsed = true;
      return { before: row?.avatar ?? null, user };
    });
  };
  const { before, user } = await store().catch(async (error: unknown) => {
    // After an unanswered commit the account may show this picture, so it stays.
    if (!isUsed) await covers.remove([path]);
    throw error;
  });
  const old = avatarPathOf(covers, before);
  if (old !== undefined) await covers.remove([old]);
  return presentUser(user, dateOf(clock));
}

async function squareOf(bytes: Buffer): Promise<Buffer> {
  const kind = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!PICTURE_TYPES.has(kind?.mime)) throw new AppError('avatar_invalid');
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: AVATAR_SIDE_PX, height: AVATAR_SIDE_PX, fit: 'cover' })
    .webp({ quality: QUALITY })
    .toBuffer()
    .catch(() => {
      throw new AppError('avatar_invalid');
    });
}
