import { entryLeaf, type PublishedEntry } from '../../../contract/fairness/entries.ts';
import { toHex } from '../../../contract/fairness/sha256.ts';
import { merkleLevels, merklePath, type MerkleLevels } from '../../../contract/fairness/merkle.ts';
import type { EntryProof } from '../../../contract/fairness.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { createGate } from '../../lib/gate.ts';
import { findVoucher } from '../../vouchers/read-voucher.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';
import { readAllEntries } from './entries-root.ts';

/** Lotteries whose trees a node has at hand; one of 20,000 entries is some 10 MB. */
const TREES_MAX = 4;

interface EntryTree {
  readonly entries: readonly PublishedEntry[];
  readonly levels: MerkleLevels;
}

/** Proves that an entry was counted, by a drawn lottery's ref and the entry's number. */
export type ProveEntry = (
  ref: string,
  number: number,
  callerId: number | undefined,
) => Promise<EntryProof>;

/**
 * Proofs from trees of this node, each made once: a drawn lottery's entries never change.
 * @throws AppError `voucher_removed`; `lottery_only` for a voucher that is no drawn lottery; `entry_not_found`; `busy`
 */
export function createEntryProver({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): ProveEntry {
  const trees = new Map<string, Promise<EntryTree>>();
  const inTurn = createGate({ atOnce: 1, waiting: 50 });

  async function growTree(lottery: Voucher): Promise<EntryTree> {
    const entries: PublishedEntry[] = [];
    const leaves: Uint8Array[] = [];
    for await (const entry of readAllEntries(db, secrets, lottery)) {
      entries.push(entry);
      leaves.push(entryLeaf(lottery.ulid, entry));
    }
    return { entries, levels: merkleLevels(leaves) };
  }

  function treeOf(lottery: Voucher): Promise<EntryTree> {
    const known = trees.get(lottery.ulid);
    const tree = known ?? inTurn(() => growTree(lottery));
    // The one that was used last is the last to go.
    trees.delete(lottery.ulid);
    trees.set(lottery.ulid, tree);
    if (!known) tree.catch(() => trees.delete(lottery.ulid));
    const [oldest] = trees.keys();
    if (trees.size > TREES_MAX && oldest !== undefined) trees.delete(oldest);
    return tree;
  }

  return async (ref, number, callerId) => {
    const { voucher } = await findVoucher(db, ref, callerId);
    if (voucher.entriesRoot === null) throw new AppError('lottery_only');
    const { entries, levels } = await treeOf(voucher);
    const index = entries.findIndex((entry) => entry.number === number);
    const entry = entries[index];
    if (!entry) throw new AppError('entry_not_found');
    return { ...entry, index, size: entries.length, path: merklePath(levels, index).map(toHex) };
  };
}
