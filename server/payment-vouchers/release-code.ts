import { randomInt } from 'node:crypto';

import { and, eq, sql } from 'drizzle-orm';

import {
  RELEASE_CODE_DIGITS,
  RELEASE_CODE_MS,
  RELEASE_CODE_TRIES,
  RELEASE_RESEND_MS,
} from '../../contract/constants.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { getUser } from '../accounts/find-user.ts';
import type { Db } from '../db/database.ts';
import { voucherReleases } from '../db/schema/payment-vouchers.ts';
import type { Deps } from '../deps.ts';
import { countHit } from '../http/rate-limit.ts';
import { queueMail } from '../mail/mail-queue.ts';
import { releaseNotice } from '../notifications/release-notice.ts';
import { storeNotices } from '../notifications/store-notices.ts';
import { equalInConstantTime, type Secrets } from '../secrets.ts';
import type { Voucher } from '../vouchers/voucher-row.ts';
import { moneyText } from '../lib/money-text.ts';
import { releaseCodeMail } from './release-code-mail.ts';

/** Release codes of one voucher: a creator is not flooded with mail, and a million codes are not tried out. */
const CODES_LIMIT = { hits: 5, windowMs: HOUR_MS };

/** A user who redeems a voucher whose row is locked. */
export interface Redeemer {
  readonly userId: number;
  readonly username: string;
}

type ReleaseDeps = Pick<Deps, 'secrets' | 'jobs' | 'clock' | 'config'>;

/**
 * Sends the creator a release code for one person, unless one is on its way that can still be used.
 * @throws AppError `too_many_requests` after five codes in an hour.
 */
export async function sendReleaseCode(
  tx: Db,
  deps: ReleaseDeps,
  voucher: Voucher,
  { userId, username }: Redeemer,
  now: Date,
): Promise<void> {
  const before = await findRelease(tx, voucher.id, userId);
  const isFresh = before && now.getTime() - before.createdAt.getTime() < RELEASE_RESEND_MS;
  if (isFresh && before.tries < RELEASE_CODE_TRIES) return;
  await countHit(tx, `release-codes:${voucher.id}`, CODES_LIMIT, now.getTime());
  const code = String(randomInt(10 ** RELEASE_CODE_DIGITS)).padStart(RELEASE_CODE_DIGITS, '0');
  const fresh = {
    codeHash: deps.secrets.lookupHash(code, releaseContext(voucher.ulid, userId)),
    tries: 0,
    createdAt: now,
    expiresAt: new Date(now.getTime() + RELEASE_CODE_MS),
  };
  await tx
    .insert(voucherReleases)
    .values({ voucherId: voucher.id, userId, ...fresh })
    .onConflictDoUpdate({
      target: [voucherReleases.voucherId, voucherReleases.userId],
      set: fresh,
    });
  const creator = await getUser(tx, voucher.creatorId);
  const { publicOrigin } = deps.config;
  const money = moneyText(voucher.amount, voucher.currency);
  const mail = releaseCodeMail({
    publicOrigin,
    username: creator.username,
    redeemer: username,
    money,
    code,
  });
  await queueMail(tx, deps, { to: creator.email, ...mail });
  const { ulid, amount, currency } = voucher;
  const told = { userId: creator.id, ulid, amount, currency, redeemer: username, code };
  const notice = releaseNotice(deps.secrets, {
    ...told,
    sentAt: now,
    expiresAt: fresh.expiresAt,
  });
  await storeNotices(tx, [notice], now);
}

/**
 * Whether a person has the release code of a voucher. A wrong one is counted; after five, or ten minutes, the
 * code is of no use any more.
 */
export async function checkReleaseCode(
  tx: Db,
  secrets: Secrets,
  voucher: Voucher,
  userId: number,
  given: string,
  now: Date,
): Promise<boolean> {
  const release = await findRelease(tx, voucher.id, userId);
  if (!release || release.expiresAt <= now || release.tries >= RELEASE_CODE_TRIES) return false;
  const hashes = secrets.lookupHashes(given, releaseContext(voucher.ulid, userId));
  if (hashes.some((hash) => equalInConstantTime(release.codeHash, hash))) return true;
  await tx
    .update(voucherReleases)
    .set({ tries: sql`${voucherReleases.tries} + 1` })
    .where(isRelease(voucher.id, userId));
  return false;
}

const isRelease = (voucherId: number, userId: number) =>
  and(eq(voucherReleases.voucherId, voucherId), eq(voucherReleases.userId, userId));

/** The voucher's row is locked, so no other transaction reads or writes this one. */
async function findRelease(
  tx: Db,
  voucherId: number,
  userId: number,
): Promise<typeof voucherReleases.$inferSelect | undefined> {
  const [release] = await tx.select().from(voucherReleases).where(isRelease(voucherId, userId));
  return release;
}

/** Six digits are searched in no time, so the hash is keyed, and bound to voucher and person. */
const releaseContext = (ulid: string, userId: number): string => `release:${ulid}:${userId}`;
