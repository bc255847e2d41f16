import { eq } from 'drizzle-orm';

import type { Voucher } from '../../contract/vouchers.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { pathsOf, storeCover, type CoverUpload } from '../media/ingest-cover.ts';
import { presentVoucher } from './present-voucher.ts';
import { findVoucher } from './read-voucher.ts';

export interface NewCover {
  readonly voucher: string;
  readonly userId: number;
  readonly upload: CoverUpload;
}

/** @throws AppError `voucher_removed`, `forbidden`, `voucher_used` once it is over, and upload errors */
export async function updateCover(
  deps: Pick<Deps, 'db' | 'covers' | 'config' | 'secrets'>,
  { voucher: ref, userId, upload }: NewCover,
): Promise<Voucher> {
  const found = await findVoucher(deps.db, ref, userId);
  const { id, ulid, creatorId } = found.voucher;
  if (creatorId !== userId) throw new AppError('forbidden');
  refuseEnded(found.voucher);
  const cover = await storeCover(deps.covers, upload, ulid);
  let isUsed = false;
  try {
    const replaced = await inTransaction(deps.db, async (tx) => {
      const [before] = await tx
        .select({ cover: vouchers.cover, status: vouchers.status })
        .from(vouchers)
        .where(eq(vouchers.id, id))
        .for('no key update');
      // It may have ended meanwhile.
      if (before) refuseEnded(before);
      isUsed = true;
      await tx.update(vouchers).set({ cover }).where(eq(vouchers.id, id));
      return before?.cover ?? null;
    });
    if (replaced) await deps.covers.remove(pathsOf(replaced));
  } finally {
    // Files that a row may name stay, even if the commit fails.
    if (!isUsed) await deps.covers.remove(pathsOf(cover));
  }
  return presentVoucher(deps, { ...found, voucher: { ...found.voucher, cover } });
}

function refuseEnded({ status }: { readonly status: string }): void {
  if (status !== 'pending' && status !== 'active') throw new AppError('voucher_used');
}
