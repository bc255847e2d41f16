import { inArray, sql } from 'drizzle-orm';

import { openNextDigit } from '../../contract/vouchers/voucher-code.ts';
import { noteChange } from '../db/changes.ts';
import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { announceEvent } from '../notifications/store-notifications.ts';
import type { Secrets } from '../config/secrets.ts';
import { type Voucher, lockVoucher } from '../vouchers/voucher-row.ts';
import { decryptCode } from '../vouchers/voucher-secrets.ts';
import { dateOf } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';

/** The caller must have locked the rows. */
export async function openReachedDigits(
  tx: Db,
  secrets: Secrets,
  ids: readonly number[],
  now: Date,
): Promise<void> {
  const rows = await tx.select().from(vouchers)
    .where(sql`${inArray(vouchers.id, [...ids])} and ${vouchers.revealMethod} = 'views' and ${vouchers.status} = 'active'
      and ${vouchers.revealsDone} < (case when ${vouchers.views} >= ${vouchers.firstRevealViews} then 1 else 0 end)
        + (case when ${vouchers.views} >= ${vouchers.secondRevealViews} then 1 else 0 end)`);
  for (const voucher of rows)
    await openDigits(tx, secrets, voucher, reachedReveals(voucher) - voucher.revealsDone, now);
}

/** Vouchers with two hidden digits have the second threshold only. */
const reachedReveals = ({
  views,
  firstRevealViews,
  secondRevealViews,
}: Pick<Voucher, 'views' | 'firstRevealViews' | 'secondRevealViews'>): number =>
  [firstRevealViews, secondRevealViews].filter(
    (threshold) => threshold !== null && views >= threshold,
  ).length;

/** The caller must have locked the voucher's row. */
async function openDigits(
  tx: Db,
  secrets: Secrets,
  voucher: Voucher,
  count: number,
  now: Date,
): Promise<void> {
  const code = decryptCode(secrets, voucher.ulid, voucher.codeEncrypted);
  let masked = voucher.maskedCode;
  for (let opened = 0; opened < count; opened += 1) masked = openNextDigit(masked, code).masked;
  await tx
    .update(vouchers)
    .set({ maskedCode: masked, revealsDone: voucher.revealsDone + count, revealedAt: now })
    .where(sql`${vouchers.id} = ${voucher.id}`);
  noteChange(tx, `voucher:${voucher.id}`);
  const eventKey = `digit:${voucher.ulid}:${voucher.revealsDone + count}`;
  await announceEvent(tx, { kind: 'digit_revealed', eventKey, voucherId: voucher.id }, now);
}

/** It does nothing when called too early, twice, or after the giveaway was won. */
export async function openDigitByTime(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  voucherId: number,
): Promise<void> {
  const now = dateOf(deps.clock);
  await inTransaction(deps.db, async (tx) => {
    const voucher = await lockVoucher(tx, { id: voucherId });
    if (voucher?.status !== 'active' || voucher.revealMethod !== 'time' || voucher.revealsDone > 0)
      return;
    if (!voucher.remainingTime || voucher.remainingTime > now) return;
    await openDigits(tx, deps.secrets, voucher, 1, now);
  });
}
