import type { Verdict } from '../contract/fairness/verify-proof.ts';
import { ok, type Result } from '../contract/result.ts';
import { readProof } from '../local/queries/vouchers.ts';
import type { WorkerContext } from './context.ts';

/**
 * Whether a giveaway keeps what it promised, as far as the device knows; beside the page, which it would hold up.
 * @param id number or ulid
 * @returns undefined while there is no proof of it on the device
 */
export async function judgeProof(
  { db }: WorkerContext,
  id: string,
): Promise<Result<Verdict | undefined>> {
  const known = await readProof(db, id);
  if (!known?.proof) return ok(undefined);
  // Apart from the worker, which starts before it is needed.
  const { judge } = await import('../local/voucher-proof.ts');
  return ok(judge(known.proof, known.voucher, known.receipts));
}
