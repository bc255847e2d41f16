import { and, desc, eq } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import type { Static } from 'typebox';

import {
  type OwnLotteryEntry,
  type VoucherDetail,
  SharedVoucherParams,
  VoucherAnswer,
  VoucherParams,
  VoucherQuery,
} from '../../../contract/vouchers.ts';
import { guesses } from '../../db/schema/giveaways.ts';
import type { Deps } from '../../deps.ts';
import { decryptCode } from '../voucher-secrets.ts';
import type { Voucher, VoucherRef } from '../voucher-row.ts';
import { isCode } from '../../../contract/vouchers/voucher-code.ts';
import { OWN_GUESSES_SHOWN } from '../../../contract/constants.ts';
import { voucherNameIn } from '../../../contract/vouchers/voucher-path.ts';
import { dateOf } from '../../clock.ts';
import { AppError } from '../../http/app-error.ts';
import { lookUpCode } from '../look-up-code.ts';
import { recordArrival } from '../../giveaways/sharing/arrivals.ts';
import { viewerOf } from '../../giveaways/views/viewer.ts';
import { findVoucher, presentDetail } from '../read-voucher.ts';
import { CancelAnswer } from '../../../contract/payment-vouchers.ts';
import { deviceIdOf } from '../../abuse/device-token.ts';
import { keyedRequestOf } from '../../http/idempotency.ts';
import { cancelVoucher } from './end-voucher.ts';
import { routesOf, success, taggedRoutes } from '../../http/route-options.ts';

/** Codes are complete, so show them only to this user. At most the newest, which a lottery has fewer of. */
async function readOwnEntries(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  { id, ulid }: Pick<Voucher, 'id' | 'ulid'>,
  userId: number,
): Promise<OwnLotteryEntry[]> {
  const rows = await db
    .select({
      number: guesses.number,
      encrypted: guesses.guessEncrypted,
      createdAt: guesses.createdAt,
    })
    .from(guesses)
    .where(and(eq(guesses.voucherId, id), eq(guesses.userId, userId)))
    .orderBy(desc(guesses.number))
    .limit(OWN_GUESSES_SHOWN);
  return rows.map(({ number, encrypted, createdAt }) => ({
    number,
    code: decryptCode(secrets, ulid, encrypted),
    created_at: createdAt.toISOString(),
  }));
}

/** Payment vouchers earn no coins and count no views. @throws AppError `voucher_removed`, `too_many_requests` */
async function viewVoucher(
  deps: Deps,
  request: FastifyRequest,
  name: string,
  { referral_code: referralCode, skip_tracking: skipTracking = false }: Static<typeof VoucherQuery>,
): Promise<VoucherDetail> {
  const callerId = request.caller?.userId;
  const found = await findVoucher(deps.db, await refOf(deps, request, name), callerId);
  const { id: voucherId, creatorId, status, purpose, revealMethod } = found.voucher;
  if (purpose === 'payment') return presentDetail(deps, found, callerId);
  const viewer = viewerOf(request, deps);
  if (referralCode !== undefined && status === 'active') {
    const deviceId = deviceIdOf(request.headers);
    const arrival = { voucherId, creatorId, referralCode, viewer, callerId, deviceId };
    await recordArrival(deps.db, arrival, dateOf(deps.clock));
  }
  // Otherwise the device has counted this view, or will report it later.
  if (!skipTracking) deps.views.add(voucherId, viewer);
  const detail = presentDetail(deps, found, callerId);
  if (callerId === undefined || found.callerState.entries === 0) return detail;
  const own = await readOwnEntries(deps, found.voucher, callerId);
  const isLottery = revealMethod === 'lottery';
  return { ...detail, ...(isLottery && { my_entries: own.length }), own_entries: own };
}

async function refOf(
  deps: Deps,
  { caller, ip: address }: FastifyRequest,
  name: string,
): Promise<string | VoucherRef> {
  const ref = voucherNameIn(name) ?? name;
  // An id is shorter than a code, a ulid longer.
  if (!isCode(ref)) return ref;
  const codeHashes = await lookUpCode(deps, { code: ref, caller, address });
  if (codeHashes === undefined) throw new AppError('voucher_removed');
  return { codeHashes };
}

const route = taggedRoutes('Vouchers');
const keyedRoute = taggedRoutes('Vouchers', { needsKey: true });

export const voucherRoutes = routesOf(async (app, deps) => {
  app.get(
    '/vouchers/:id',
    route('optional', 'A voucher', VoucherAnswer, {
      description:
        'Counts a view unless skip_tracking is set, and an arrival for the owner of referral_code, both from a verified account or a proven device only. An arrival is pending until its visitor is verified or a day has passed. A payment voucher is found by its code, too; ten wrong codes in 15 minutes are a 429.',
      params: SharedVoucherParams,
      querystring: VoucherQuery,
    }),
    async (request) => {
      const voucher = await viewVoucher(deps, request, request.params.id, request.query);
      return { success, message: 'Voucher', voucher };
    },
  );

  app.post(
    '/vouchers/:id/cancel',
    keyedRoute('user', 'Cancel an unpaid voucher, or an unused payment voucher', CancelAnswer, {
      description:
        'What was paid for it returns to the wallet, as does a payment that is settled later.',
      params: VoucherParams,
    }),
    async (request) => {
      const asked = keyedRequestOf(deps.secrets, request);
      return (await cancelVoucher(deps, { ...asked, voucher: request.params.id })).body;
    },
  );
});
