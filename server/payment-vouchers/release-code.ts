import { and, eq, gt, inArray, lt, sql, type SQL } from 'drizzle-orm';
import { randomInt } from 'node:crypto';

import {
  RELEASE_CODE_DIGITS,
  RELEASE_CODE_MS,
  RELEASE_CODE_TRIES,
} from '../../contract/constants.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';
import { getUser } from '../accounts/users.ts';
import { equalInConstantTime, type Secrets } from '../config/secrets.ts';
import type { Db } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { voucherReleases, vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/access.ts';
import { countHit } from '../http/rate-limit.ts';
import { moneyText } from '../lib/money-text.ts';
import type { Letter } from '../notifications/mail/layout.ts';
import { mailUser } from '../notifications/mail/mail-queue.ts';
import { releaseNotification, storeNotifications } from '../notifications/store-notifications.ts';
import type { Voucher } from '../vouchers/voucher-row.ts';

/** The least pause before a release code is sent again. */
const RELEASE_RESEND_MS = MINUTE_MS;

/** Limits mails to the creator and guesses at the code. */
const CODES_LIMIT = { hits: 5, windowMs: HOUR_MS };

type ReleaseDeps = Pick<Deps, 'secrets' | 'clock' | 'config'>;

/** Sends the creator a release code, unless an earlier one is still valid. */
export async function sendReleaseCode(
  tx: Db,
  deps: ReleaseDeps,
  voucher: Voucher,
  { userId, username }: Pick<Caller, 'userId' | 'username'>,
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
  const money = moneyText(voucher.amount, voucher.currency);
  await mailUser(tx, deps, creator, releaseCodeMail(username, money, code));
  const sent = { redeemer: username, code, sentAt: now, expiresAt: fresh.expiresAt };
  const notice = releaseNotification(deps.secrets, voucher, sent);
  await storeNotifications(tx, [notice], now);
}

/**
 * Counts an attempt before the code is checked, in a statement of its own, so that a rollback of the redemption does
 * not undo it.
 * @param isVoucher the condition that finds the voucher
 * @returns the hash that may be tried; undefined after five attempts or ten minutes
 */
export async function countReleaseTry(
  db: Db,
  isVoucher: SQL,
  userId: number,
  now: Date,
): Promise<string | undefined> {
  const voucherIds = db.select({ id: vouchers.id }).from(vouchers).where(isVoucher);
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
 * Checks the release code of a voucher whose row is locked.
 * @param countedHash the code that this attempt was counted for, which may have been replaced since
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

/** The voucher's row is locked, so only the counter of attempts can change. */
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

/** Six digits are quickly searched, so the hash is keyed and bound to voucher and user. */
const releaseContext = (ulid: string, userId: number): string => `release:${ulid}:${userId}`;

const releaseCodeMail = (redeemer: string, money: string, code: string): Letter => ({
  subject: 'Your release code',
  paragraphs: [
    `${redeemer} wants to redeem your voucher of ${money}.`,
    `The release code is ${code}. Give it to ${redeemer} if you want them to have the money.`,
  ],
  label: 'See your vouchers',
  path: '/my-vouchers',
  notes: [
    'The code is good for 10 minutes and for this person only.',
    'If you do not know them, keep the code to yourself: without it nobody gets the money. You can cancel the voucher at any time.',
  ],
});

export async function findOpenRelease(db: Db, sentBefore: Date, now: Date): Promise<boolean> {
  const { createdAt, expiresAt } = voucherReleases;
  return (await db.$count(voucherReleases, and(lt(createdAt, sentBefore), gt(expiresAt, now)))) > 0;
}

const KEEP_MS = DAY_MS;

export async function sweepReleases({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now() - KEEP_MS);
  await deleteInBatches(db, voucherReleases, lt(voucherReleases.expiresAt, before));
}
