import {
  clearGiveawayDraft,
  readGiveawayDraft,
  type GiveawayDraft,
} from '../../../../local/giveaway-draft.ts';
import { readCreatedVoucher } from '../../../../local/queries/created-vouchers.ts';
import { PAID } from '../create/use-late-payment.ts';
import { madeOf } from './draft-form.ts';

/** Whether the device knows that it was paid; one that gives nothing back knows of no payment. */
async function isPaid(ulid: string): Promise<boolean> {
  try {
    const { getDatabase } = await import('../../../../local/database.ts');
    const voucher = await readCreatedVoucher(getDatabase(), ulid);
    return voucher !== undefined && PAID.has(voucher.status);
  } catch {
    return false;
  }
}

/** The giveaway that was left; one that was paid meanwhile, at a checkout or in My Vouchers, is no draft any more. */
export async function readDraft(): Promise<GiveawayDraft | undefined> {
  const draft = await readGiveawayDraft();
  const made = madeOf(draft?.form);
  if (!made || !(await isPaid(made.ulid))) return draft;
  await clearGiveawayDraft();
  return undefined;
}
