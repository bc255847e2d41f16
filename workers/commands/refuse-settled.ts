import type { Result } from '../../contract/result.ts';
import type { CreateVoucherAnswer } from '../../contract/vouchers.ts';
import type { WorkerContext } from '../context.ts';
import { failed } from '../failure.ts';

/**
 * What made a voucher and names one that this device knows to be paid or over is the answer to an earlier command,
 * which was lost: its key ends as with a refusal, and the same again is another voucher.
 */
export async function refuseSettled(
  { db }: WorkerContext,
  answer: Result<CreateVoucherAnswer>,
): Promise<Result<CreateVoucherAnswer>> {
  const known = answer.ok ? await db.createdVouchers.get(answer.value.data.ulid) : undefined;
  return known && known.status !== 'pending' ? failed('already_paid') : answer;
}
