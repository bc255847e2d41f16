import { UPLOAD_TIMEOUT_MS } from '../../contract/constants.ts';
import { ok } from '../../contract/result.ts';
import type { UpdateCoverAnswer } from '../../contract/vouchers.ts';
import { readSessionId } from '../../local/session.ts';
import type { Done, WorkerContext } from '../context.ts';
import type { OnProgress } from '../upload-form.ts';
import { mirrorListed } from '../mirror-voucher.ts';
import { writeIfSameSession } from '../write-if-same-session.ts';
import { voucherForm, type CoverFiles } from '../voucher-form.ts';

/** Gives one's own giveaway another cover; sent twice, the later one stays. `onProgress` has to be proxied. */
export async function updateCover(
  ctx: WorkerContext,
  ulid: string,
  cover: CoverFiles,
  onProgress?: OnProgress,
): Promise<Done> {
  const { db, now } = ctx;
  const session = await readSessionId(db);
  const answer = await ctx.api.call<UpdateCoverAnswer>({
    method: 'POST',
    path: `/vouchers/${encodeURIComponent(ulid)}/update-cover`,
    auth: 'required',
    fallback: 'cover_failed',
    timeoutMs: UPLOAD_TIMEOUT_MS,
    form: voucherForm({}, cover),
    onProgress,
  });
  if (!answer.ok) return answer;
  const { voucher } = answer.value;
  const { ad_cover, cover: made, media_type } = voucher;
  await writeIfSameSession(ctx, session, [db.vouchers, db.createdVouchers], async () => {
    await mirrorListed(db.vouchers, [voucher], now());
    await db.createdVouchers.update(ulid, { ad_cover, cover: made, media_type });
  });
  return ok(undefined);
}
