import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';

import { FairnessAnswer, type EntryProof, EntryProofAnswer } from '../../../contract/fairness.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { proveDigits } from '../../../contract/fairness/commitment.ts';
import { decryptCode, decryptMaster } from '../../vouchers/voucher-secrets.ts';
import { isPublished } from '../../vouchers/present-voucher.ts';
import { HIDDEN } from '../../../contract/vouchers/voucher-code.ts';
import { type ReadMoneyTrail, createMoneyTrails } from './read-money-trail.ts';
import { findVoucher } from '../../vouchers/read-voucher.ts';
import { entryLeaf, type PublishedEntry } from '../../../contract/fairness/entries.ts';
import { toHex } from '../../../contract/fairness/sha256.ts';
import { merkleLevels, merklePath, type MerkleLevels } from '../../../contract/fairness/merkle.ts';
import { createGate } from '../../lib/gate.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';
import { readAllEntries } from './entries-root.ts';
import { Closed } from '../../../contract/common.ts';
import { VoucherParams } from '../../../contract/vouchers.ts';

async function readFairness(
  deps: Pick<Deps, 'db' | 'secrets'>,
  ref: string,
  callerId: number | undefined,
  readMoneyTrail: ReadMoneyTrail,
): Promise<FairnessAnswer> {
  const { voucher } = await findVoucher(deps.db, ref, callerId);
  const { commitment, rulesJson, masterEncrypted, ulid } = voucher;
  if (commitment === null || rulesJson === null || masterEncrypted === null)
    throw new AppError('voucher_removed');
  const code = decryptCode(deps.secrets, ulid, voucher.codeEncrypted);
  const master = decryptMaster(deps.secrets, ulid, masterEncrypted);
  const open = [...voucher.maskedCode].flatMap((character, position) =>
    character === HIDDEN ? [] : [position],
  );
  const isOver = isPublished(voucher);
  return {
    success: true,
    commitment,
    rules: rulesJson,
    digits: proveDigits(ulid, code, master, open).map(({ path, ...digit }) => ({
      ...digit,
      path: [...path],
    })),
    master: isOver ? master.toString('hex') : null,
    code: isOver ? code : null,
    winning_guess_number: voucher.winningGuessNumber,
    entries_root: voucher.entriesRoot,
    entries_count: voucher.entriesRoot === null ? 0 : voucher.guessCount,
    money: await readMoneyTrail(voucher),
  };
}

/** A tree of 20,000 entries takes about 10 MB. */
const TREES_MAX = 4;

interface EntryTree {
  readonly entries: readonly PublishedEntry[];
  readonly levels: MerkleLevels;
}

type ProveEntry = (
  ref: string,
  number: number,
  callerId: number | undefined,
) => Promise<EntryProof>;

/** Each proof tree is built once, because entries of a drawn lottery never change. */
function createEntryProver({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): ProveEntry {
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
    // The map's order makes it a least-recently-used cache.
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

const tags = ['Vouchers'];
const EntryParams = Closed({
  ...VoucherParams.properties,
  number: Type.String({ pattern: '^[1-9]\\d{0,14}$' }),
});

export const fairnessRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const readMoneyTrail = createMoneyTrails(deps);
    const proveEntry = createEntryProver(deps);

    app.get(
      '/vouchers/:id/fairness',
      {
        config: { access: 'optional' },
        schema: {
          summary: "What checks the code's commitment",
          tags,
          params: VoucherParams,
          response: { 200: FairnessAnswer },
        },
      },
      (request) => readFairness(deps, request.params.id, request.caller?.userId, readMoneyTrail),
    );

    app.get(
      '/vouchers/:id/entries/:number/proof',
      {
        config: { access: 'optional' },
        schema: {
          summary: 'That an entry of a drawn lottery was counted',
          description:
            'Its place, and the Merkle path from it to `entries_root`: what checks one entry without all others.',
          tags,
          params: EntryParams,
          response: { 200: EntryProofAnswer },
        },
      },
      async (request) => ({
        success: true as const,
        data: await proveEntry(
          request.params.id,
          Number(request.params.number),
          request.caller?.userId,
        ),
      }),
    );
  };
