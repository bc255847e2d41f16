import { and, desc, eq } from 'drizzle-orm';

import type { OwnLotteryEntry, VoucherDetail } from '../../../contract/vouchers.ts';
import { guesses } from '../../db/schema/giveaways.ts';
import type { Deps } from '../../deps.ts';
import { openCode } from '../voucher-secrets.ts';
import type { Voucher, VoucherRef } from '../voucher-row.ts';
import { isCode } from '../../../contract/vouchers/voucher-code.ts';
import { voucherNameIn } from '../../../contract/vouchers/voucher-path.ts';
import { dateOf } from '../../clock.ts';
import { AppError } from '../../http/app-error.ts';
import { lookUpCode } from '../look-up-code.ts';
import { recordArrival } from '../../giveaways/sharing/record-arrival.ts';
import type { Viewer } from '../../giveaways/views/view-counter.ts';
import { findVoucher, presentDetail } from '../read-voucher.ts';

/** Codes are complete, so show them only to this user. */
async function readOwnEntries(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  { id, ulid }: Pick<Voucher, 'id' | 'ulid'>,
  userId: number,
): Promise<OwnLotteryEntry[]> {
  const rows = await db
    .select({
      number: guesses.number,
      sealed: guesses.guessEncrypted,
      createdAt: guesses.createdAt,
    })
    .from(guesses)
    .where(and(eq(guesses.voucherId, id), eq(guesses.userId, userId)))
    .orderBy(desc(guesses.number));
  return rows.map(({ number, sealed, createdAt }) => ({
    number,
    code: openCode(secrets, ulid, sealed),
    created_at: createdAt.toISOString(),
  }));
}

interface Visit {
  readonly ref: string;
  readonly callerId: number | undefined;
  readonly sessionId: number | undefined;
  readonly viewer: Viewer;
  readonly deviceId: string | undefined;
  readonly address: string;
  readonly referralCode: string | undefined;
  /** The device has counted this view, or will report it later. */
  readonly skipTracking: boolean;
}

/** Payment vouchers earn no coins and count no views. @throws AppError `voucher_removed`, `too_many_requests` */
export async function viewVoucher(deps: Deps, visit: Visit): Promise<VoucherDetail> {
  const { callerId, viewer, referralCode } = visit;
  const found = await findVoucher(deps.db, await refOf(deps, visit), callerId);
  const { id: voucherId, creatorId, status, purpose, revealMethod } = found.voucher;
  if (purpose === 'payment') return presentDetail(deps, found, callerId);
  if (referralCode !== undefined && status === 'active') {
    const arrival = {
      voucherId,
      creatorId,
      referralCode,
      viewer,
      callerId,
      deviceId: visit.deviceId,
    };
    await recordArrival(deps.db, arrival, dateOf(deps.clock));
  }
  if (!visit.skipTracking) deps.views.add(voucherId, viewer);
  const detail = presentDetail(deps, found, callerId);
  if (revealMethod !== 'lottery' || callerId === undefined || detail.my_entries === 0)
    return detail;
  const own = await readOwnEntries(deps, found.voucher, callerId);
  return { ...detail, my_entries: own.length, own_entries: own };
}

async function refOf(deps: Deps, visit: Visit): Promise<string | VoucherRef> {
  const { callerId: userId, sessionId, address } = visit;
  const ref = voucherNameIn(visit.ref) ?? visit.ref;
  // An id is shorter than a code, a ulid longer.
  if (!isCode(ref)) return ref;
  const isSignedIn = userId !== undefined && sessionId !== undefined;
  const caller = isSignedIn ? { userId, sessionId } : undefined;
  const codeHashes = await lookUpCode(deps, { code: ref, caller, address });
  if (codeHashes === undefined) throw new AppError('voucher_removed');
  return { codeHashes };
}
