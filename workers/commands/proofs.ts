import type { GuessesAnswer, LotteryGuess } from '../../contract/analytics.ts';
import { MAX_PAGE_SIZE, MIRROR_KEEP_MS } from '../../contract/constants.ts';
import type { EntryProof, EntryProofAnswer, FairnessAnswer } from '../../contract/fairness.ts';
import { ok, type Result } from '../../contract/result.ts';
import { HIDDEN } from '../../contract/vouchers/voucher-code.ts';
import { readProof, readVoucher } from '../../local/queries/vouchers.ts';
import type { ProofRow, VoucherRow } from '../../local/rows.ts';
import { judge } from '../../local/voucher-proof.ts';
import type { Done, WorkerContext } from '../context.ts';
import { mapOk } from '../failure.ts';
import { refreshMirror, type RefreshOptions } from '../refresh/refresh-mirror.ts';
import { refreshVoucher } from '../refresh/refresh-voucher.ts';

export interface ProofRefreshOptions extends RefreshOptions {
  readonly withEntries?: boolean;
}

/** A phone should not load more entries, so it asks only for proofs of its own entries. */
const MAX_ENTRIES = 20 * MAX_PAGE_SIZE;

const covers = (proof: ProofRow, { masked_code, status }: VoucherRow): boolean =>
  [...masked_code].every(
    (digit, at) => digit === HIDDEN || proof.digits.some(({ position }) => position === at),
  ) &&
  (status !== 'completed' || proof.master !== null);

async function loadEntries(
  { api }: WorkerContext,
  ulid: string,
): Promise<Result<readonly LotteryGuess[]>> {
  const entries: LotteryGuess[] = [];
  let lastPage = 1;
  for (let page = 1; page <= lastPage; page += 1) {
    const answer = await api.call<GuessesAnswer>({
      path: `/vouchers/${encodeURIComponent(ulid)}/guesses`,
      query: `page=${page}&per_page=${MAX_PAGE_SIZE}`,
      auth: 'optional',
    });
    if (!answer.ok) return answer;
    lastPage = answer.value.pagination.last_page;
    entries.push(...answer.value.guesses);
  }
  return ok([...entries].sort((a, b) => a.number - b.number));
}

/** Omits a missing entry, because the later check reports it. */
async function loadOwnEntries(
  { api, db }: WorkerContext,
  ulid: string,
): Promise<Result<readonly EntryProof[]>> {
  const proofs: EntryProof[] = [];
  for (const { guessNumber } of await db.receipts.where('voucherUlid').equals(ulid).toArray()) {
    const answer = await api.call<EntryProofAnswer>({
      path: `/vouchers/${encodeURIComponent(ulid)}/entries/${guessNumber}/proof`,
      auth: 'optional',
    });
    if (answer.ok) proofs.push(answer.value.data);
    else if (answer.error.code !== 'entry_not_found') return answer;
  }
  return ok(proofs);
}

interface Proof {
  readonly fairness: FairnessAnswer;
  readonly entries?: readonly LotteryGuess[];
  readonly ownEntries?: readonly EntryProof[];
}

async function load(
  ctx: WorkerContext,
  ulid: string,
  withEntries: boolean,
): Promise<Result<Proof>> {
  const fairness = await ctx.api.call<FairnessAnswer>({
    path: `/vouchers/${encodeURIComponent(ulid)}/fairness`,
    auth: 'optional',
  });
  if (!fairness.ok) return fairness;
  const proof = { fairness: fairness.value };
  if (!withEntries || proof.fairness.entries_root === null) return ok(proof);
  if (proof.fairness.entries_count > MAX_ENTRIES) {
    return mapOk(await loadOwnEntries(ctx, ulid), (ownEntries) => ({ ...proof, ownEntries }));
  }
  return mapOk(await loadEntries(ctx, ulid), (entries) => ({ ...proof, entries }));
}

/** Asks only if digits have opened since; does nothing for a voucher without a commitment. */
export async function refreshProof(
  ctx: WorkerContext,
  id: string,
  { force = false, withEntries = false }: ProofRefreshOptions = {},
): Promise<Done> {
  const { db } = ctx;
  if (!(await readVoucher(db, id))) {
    const refreshed = await refreshVoucher(ctx, id);
    if (!refreshed.ok) return refreshed;
  }
  const voucher = await readVoucher(db, id);
  if (!voucher || voucher.commitment === null) return ok(undefined);
  const { ulid } = voucher;
  return refreshMirror<Proof>(
    ctx,
    {
      key: `proof ${ulid} ${withEntries} ${voucher.masked_code}`,
      mirrored: async () => {
        const proof = await db.proofs.get(ulid);
        return proof && covers(proof, voucher) ? proof : undefined;
      },
      ttlMs: MIRROR_KEEP_MS,
      load: () => load(ctx, ulid, withEntries),
      tables: [db.proofs],
      store: async ({ fairness, entries, ownEntries }, fetchedAt) => {
        const known = await db.proofs.get(ulid);
        const own = ownEntries ?? known?.ownEntries;
        await db.proofs.put({
          ...fairness,
          ulid,
          firstCommitment: known?.firstCommitment ?? voucher.commitment ?? fairness.commitment,
          entries: entries ?? known?.entries ?? null,
          ...(own && { ownEntries: own }),
          fetchedAt,
        });
      },
    },
    { force },
  );
}

/** Runs in the worker, because the check would block the page. */
export async function judgeProof({ db }: WorkerContext, id: string) {
  const known = await readProof(db, id);
  return ok(known?.proof && judge({ ...known, proof: known.proof }));
}
