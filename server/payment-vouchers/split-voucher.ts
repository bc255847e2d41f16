import { asc, eq, inArray } from 'drizzle-orm';
import { ulid as newUlid } from 'ulid';

import { SPLIT_MINIMUM_MAJOR } from '../../contract/constants.ts';
import { PAYMENT_MESSAGES } from '../../contract/payments/payment-messages.ts';
import { majorToMinor, MINOR_PER_MAJOR, minorToMajor } from '../../contract/money.ts';
import { type CreatedVoucher, SplitAnswer, SplitBody } from '../../contract/payment-vouchers.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { errorOfField } from '../http/app-error.ts';
import { keyedRequestOf, withIdempotencyKey, type KeyedRequest } from '../http/idempotency.ts';
import { escrowOf, postMovement } from '../ledger/journal.ts';
import { planVoucher } from '../vouchers/activate-voucher.ts';
import { receivedNotification, storeNotifications } from '../notifications/store-notifications.ts';
import { presentCreated, readCodes, readRecipients } from '../vouchers/list-created.ts';
import { readRecipientIds } from '../vouchers/recipient.ts';
import { readVoucherRows, type Voucher } from '../vouchers/voucher-row.ts';
import { insertWithFreeCode, type NewPaymentVoucher } from './create-payment-voucher.ts';
import { getUser } from '../accounts/users.ts';
import { assertUnused, lockOwnPaymentVoucher } from './own-payment-voucher.ts';
import { routesOf, taggedRoutes } from '../http/route-options.ts';

type SplitDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'jobs' | 'config' | 'covers'>;

const MINIMUM_MINOR = BigInt(SPLIT_MINIMUM_MAJOR * MINOR_PER_MAJOR);

/**
 * Splits an active, unused payment voucher: it keeps its code and the first amount, and a new voucher with its own
 * code gets the rest on the same terms.
 */
export async function splitVoucher(
  deps: SplitDeps,
  { userId, body, requestKey }: KeyedRequest<SplitBody>,
): Promise<SplitAnswer> {
  const now = dateOf(deps.clock);
  const answer = await withIdempotencyKey(deps.db, requestKey, now, async (tx) => {
    const voucher = await lockOwnPaymentVoucher(tx, body.voucher_id, userId);
    assertUnused(voucher, now);
    const first = readFirstAmount(body.split_amount, voucher.amount);
    const second = await moveRest(tx, deps, voucher, voucher.amount - first, now);
    const data = await presentParts(tx, deps, [voucher.id, second.id]);
    return {
      status: 200,
      body: { success: true as const, message: PAYMENT_MESSAGES.voucherSplit, data },
    };
  });
  // The stored answer has no codes, because it is not encrypted.
  const codes = await readCodes(
    deps,
    answer.body.data.map(({ ulid }) => ulid),
  );
  return {
    ...answer.body,
    data: answer.body.data.map((part) => ({ ...part, ...codes.get(part.ulid) })),
  };
}

function readFirstAmount(major: number, whole: bigint): bigint {
  const first = majorToMinor(major);
  if (first === undefined || first <= 0n) throw errorOfField('split_amount', 'amount_invalid');
  if (first < MINIMUM_MINOR)
    throw errorOfField('split_amount', 'split_too_small', { min: SPLIT_MINIMUM_MAJOR });
  if (first > whole - MINIMUM_MINOR)
    throw errorOfField('split_amount', 'split_too_large', {
      max: minorToMajor(whole - MINIMUM_MINOR),
    });
  return first;
}

async function moveRest(
  tx: Db,
  deps: SplitDeps,
  voucher: Voucher,
  rest: bigint,
  now: Date,
): Promise<Voucher> {
  const { id, ulid, currency } = voucher;
  await tx
    .update(vouchers)
    .set({ amount: voucher.amount - rest })
    .where(eq(vouchers.id, id));
  const second = await insertSecond(tx, deps, voucher, rest, now);
  await postMovement(
    tx,
    {
      naturalKey: `split:${second.ulid}`,
      kind: 'voucher_split',
      reference: ulid,
      description: 'Payment voucher split',
      voucherId: id,
      entries: [
        { account: escrowOf(id, currency), amount: -rest },
        { account: escrowOf(second.id, currency), amount: rest },
      ],
    },
    now,
  );
  await planVoucher(tx, deps.jobs, second);
  const recipientId = (await readRecipientIds(tx, [second])).get(second.id);
  // An address without an account is not mailed, because splitting costs nothing.
  if (recipientId !== undefined && recipientId !== second.creatorId) {
    const { username } = await getUser(tx, second.creatorId);
    await storeNotifications(tx, [receivedNotification(second, recipientId, username)], now);
  }
  return second;
}

async function insertSecond(
  tx: Db,
  { secrets }: SplitDeps,
  voucher: Voucher,
  amount: bigint,
  now: Date,
): Promise<Voucher> {
  const { type, creatorId, region, currency, isPrivate, enable2fa, expiresAt } = voucher;
  const { recipientEmail, recipientId } = voucher;
  const second: NewPaymentVoucher = {
    ulid: newUlid(now.getTime()),
    status: 'active',
    amount,
    createdAt: now,
    activatedAt: now,
    type,
    creatorId,
    region,
    currency,
    isPrivate,
    enable2fa,
    recipientEmail,
    recipientId,
    expiresAt,
  };
  return insertWithFreeCode(tx, secrets, second);
}

/** Without any digit of their codes. */
async function presentParts(
  tx: Db,
  deps: SplitDeps,
  ids: readonly number[],
): Promise<CreatedVoucher[]> {
  const rows = await readVoucherRows(tx, {
    where: inArray(vouchers.id, [...ids]),
    orderBy: [asc(vouchers.id)],
  });
  const people = await readRecipients(
    tx,
    rows.map(({ voucher }) => voucher),
  );
  return rows.map((row) => presentCreated(deps, row, people));
}

const keyedRoute = taggedRoutes('Payment vouchers', { needsKey: true });

export const splitRoutes = routesOf(async (app, deps) => {
  app.post(
    '/vouchers/split',
    keyedRoute('user', 'Split a payment voucher into two', SplitAnswer, { body: SplitBody }),
    (request) => splitVoucher(deps, keyedRequestOf(deps.secrets, request)),
  );
});
