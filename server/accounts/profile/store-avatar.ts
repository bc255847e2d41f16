import { eq } from 'drizzle-orm';
import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { ulid } from 'ulid';

import type { User } from '../../../contract/accounts.ts';
import { AVATAR_SIDE_PX, COVER_MAX_MEGAPIXELS } from '../../../contract/constants.ts';
import { dateOf } from '../../clock.ts';
import { users } from '../../db/schema/accounts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { createGate } from '../../lib/gate.ts';
import { newCoverPath } from '../../media/cover-path.ts';
import type { CoverStore } from '../../media/cover-store.ts';
import { getUser } from '../find-user.ts';
import { presentUser } from '../present-user.ts';

const PICTURES: ReadonlySet<string | undefined> = new Set([
  'image/jpeg',
  'image/png',
  'image/webp',
  'image/avif',
]);
const QUALITY = 80;
const MAX_PIXELS = COVER_MAX_MEGAPIXELS * 1_000_000;
/** A photo unpacks to a hundred megabytes. */
const inTurn = createGate({ atOnce: 2, waiting: 20 });

/** The path of a picture in its store; undefined for none, and for an address elsewhere. */
export function avatarPathOf(covers: CoverStore, address: string | null): string | undefined {
  const base = covers.urlOf('');
  return address?.startsWith(base) ? address.slice(base.length) : undefined;
}

/**
 * Gives a user another picture: the middle of it as a square, upright and without its metadata. The address is new,
 * so that the old one could be cached for ever; its file is gone.
 * @throws AppError `avatar_invalid`, `busy`
 */
export async function storeAvatar(
  deps: Pick<Deps, 'db' | 'clock' | 'covers'>,
  userId: number,
  picture: { read(): Promise<Buffer> },
): Promise<User> {
  const { db, covers, clock } = deps;
  const bytes = await inTurn(async () => squareOf(await picture.read()));
  const path = newCoverPath(ulid(), String(AVATAR_SIDE_PX), 'webp');
  let isUsed = false;
  const give = async () => {
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
  const { before, user } = await give().catch(async (error: unknown) => {
    // A commit that got no answer may have happened, and the account have this picture; a store may have it, too.
    if (!isUsed) await covers.remove([path]);
    throw error;
  });
  const old = avatarPathOf(covers, before);
  if (old !== undefined) await covers.remove([old]);
  return presentUser(user, dateOf(clock));
}

async function squareOf(bytes: Buffer): Promise<Buffer> {
  const kind = await fileTypeFromBuffer(bytes).catch(() => undefined);
  if (!PICTURES.has(kind?.mime)) throw new AppError('avatar_invalid');
  return sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
    .autoOrient()
    .resize({ width: AVATAR_SIDE_PX, height: AVATAR_SIDE_PX, fit: 'cover' })
    .webp({ quality: QUALITY })
    .toBuffer()
    .catch(() => {
      throw new AppError('avatar_invalid');
    });
}
