import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm';
import { randomInt } from 'node:crypto';

import {
  RELEASE_CODE_DIGITS,
  RELEASE_CODE_MS,
  RELEASE_CODE_TRIES,
  RELEASE_RESEND_MS,
} from '../../contract/constants.ts';
import { DAY_MS, HOUR_MS } from '../../contract/durations.ts';
import { getUser } from '../accounts/find-user.ts';
import { equalInConstantTime, type Secrets } from '../config/secrets.ts';
import type { Db } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { voucherReleases } from '../db/schema/payment-vouchers.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { countHit } from '../http/rate-limit.ts';
import { moneyText } from '../lib/money-text.ts';
import { layOut } from '../notifications/mail/layout.ts';
import type { MailContent } from '../notifications/mail/mail-content.ts';
import { queueMail } from '../notifications/mail/mail-queue.ts';
import { releaseNotice } from '../notifications/release-notice.ts';
import { storeNotices } from '../notifications/store-notices.ts';
import type { Voucher } from '../vouchers/voucher-row.ts';

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
 * Counts a try at a person's release code before the code is looked at, by one statement that commits by itself: it was
 * one of five however the redeem ends, also where it is rolled back.
 * @param codeHashes of which one is the voucher's
 * @returns the hash of the code that may be tried; undefined after five tries, or ten minutes
 */
export async function countReleaseTry(
  db: Db,
  codeHashes: readonly string[],
  userId: number,
  now: Date,
): Promise<string | undefined> {
  const voucherIds = db
    .select({ id: vouchers.id })
    .from(vouchers)
    .where(inArray(vouchers.codeHash, [...codeHashes]));
  const [release] = await db
    .update(voucherReleases)
    .set({ tries: sql`${voucherReleases.tries} + 1` })
    .where(
      and(
        inArray(voucherReleases.voucherId, voucherIds),
        eq(voucherReleases.userId, userId),
        lt(voucherReleases.tries, RELEASE_CODE_TRIES),
        gt(voucherReleases.expiresAt, now),
      ),
    )
    .returning({ codeHash: voucherReleases.codeHash });
  return release?.codeHash;
}

/**
 * Whether a person has the release code of a voucher whose row is locked.
 * @param countedHash of the code that this try was counted for, which another may have replaced since
 */
export async function checkReleaseCode(
  tx: Db,
  secrets: Secrets,
  { id, ulid }: Voucher,
  userId: number,
  { given, countedHash }: { readonly given: string; readonly countedHash: string | undefined },
): Promise<boolean> {
  const release = await findRelease(tx, id, userId);
  if (!release || release.codeHash !== countedHash) return false;
  const hashes = secrets.lookupHashes(given, releaseContext(ulid, userId));
  return hashes.some((hash) => equalInConstantTime(release.codeHash, hash));
}

/** The voucher's row is locked, so nobody else writes this one, but for counting tries. */
async function findRelease(
  tx: Db,
  voucherId: number,
  userId: number,
): Promise<typeof voucherReleases.$inferSelect | undefined> {
  const [release] = await tx
    .select()
    .from(voucherReleases)
    .where(and(eq(voucherReleases.voucherId, voucherId), eq(voucherReleases.userId, userId)));
  return release;
}

/** Six digits are searched in no time, so the hash is keyed, and bound to voucher and person. */
const releaseContext = (ulid: string, userId: number): string => `release:${ulid}:${userId}`;

/** Brings a creator the code that releases their voucher to the person who redeems it. */
const releaseCodeMail = (mail: {
  readonly publicOrigin: string;
  /** The creator. */
  readonly username: string;
  /** Who redeems. */
  readonly redeemer: string;
  /** Symbol and amount. */
  readonly money: string;
  readonly code: string;
}): MailContent =>
  layOut({
    subject: 'Your release code',
    greeting: `Hello ${mail.username},`,
    paragraphs: [
      `${mail.redeemer} wants to redeem your voucher of ${mail.money}.`,
      `The release code is ${mail.code}. Give it to ${mail.redeemer} if you want them to have the money.`,
    ],
    action: { label: 'See your vouchers', url: `${mail.publicOrigin}/my-vouchers` },
    notes: [
      'The code is good for 10 minutes and for this person only.',
      'If you do not know them, keep the code to yourself: without it nobody gets the money. You can cancel the voucher at any time.',
    ],
  });

/** Whether a release code that was sent before a moment can still be used. */
export async function findOpenRelease(db: Db, sentBefore: Date, now: Date): Promise<boolean> {
  const [open] = await db
    .select({ voucherId: voucherReleases.voucherId })
    .from(voucherReleases)
    .where(and(lt(voucherReleases.createdAt, sentBefore), gt(voucherReleases.expiresAt, now)))
    .limit(1);
  return open !== undefined;
}

/** A code is good for minutes; a day later no redeemer asks about it. */
const KEEP_MS = DAY_MS;

/** Deletes release codes that have expired. */
export async function sweepReleases({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now() - KEEP_MS);
  await deleteInBatches(db, voucherReleases, lt(voucherReleases.expiresAt, before));
}
