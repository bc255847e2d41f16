import { sql } from 'drizzle-orm';
import { Type } from 'typebox';

import { MINUTE_MS } from '../../../contract/durations.ts';
import {
  type MoneyTrail,
  FairnessAnswer,
  type EntryProof,
  EntryProofAnswer,
} from '../../../contract/fairness.ts';
import { minorToMajor } from '../../../contract/money.ts';
import type { Db } from '../../db/database.ts';
import type { Deps } from '../../deps.ts';
import { isoOf, queryRows } from '../../db/query-rows.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';
import { AppError } from '../../http/app-error.ts';
import { proveDigits } from '../../../contract/fairness/commitment.ts';
import { decryptCode, decryptMaster } from '../../vouchers/voucher-secrets.ts';
import { isPublished } from '../../vouchers/present-voucher.ts';
import { HIDDEN } from '../../../contract/vouchers/voucher-code.ts';
import { findVoucher } from '../../vouchers/read-voucher.ts';
import { entryLeaf, type PublishedEntry } from '../../../contract/fairness/entries.ts';
import { toHex } from '../../../contract/fairness/sha256.ts';
import { merkleLevels, merklePath, type MerkleLevels } from '../../../contract/fairness/merkle.ts';
import { createGate } from '../../lib/gate.ts';
import { readAllEntries } from './entries-root.ts';
import { Closed } from '../../../contract/common.ts';
import { VoucherParams } from '../../../contract/vouchers.ts';
import { routesOf, success, taggedRoutes } from '../../http/route-options.ts';

type Movement = MoneyTrail['movements'][number];

/** A draw with thousands of winners shows sums instead. */
const MOVEMENTS_SHOWN = 20;
const ENTRIES_SHOWN = 20;
/** The cache expires, because usernames change. */
const TRAILS_MAX = 200;
const TRAIL_KEEP_MS = MINUTE_MS;

interface Part {
  readonly movement: string;
  readonly kind: Movement['kind'];
  readonly moved_at: string;
  readonly account: Movement['entries'][number]['account'];
  readonly amount: string;
  readonly count: number;
  /** Null for later movements with many entries. */
  readonly shown: readonly Shown[] | null;
}

interface Shown {
  readonly account: Part['account'];
  readonly username: string | null;
  readonly amount: number;
}

type Trail = Pick<Voucher, 'id' | 'currency'>;

type ReadMoneyTrail = (voucher: Trail) => Promise<MoneyTrail>;

/** The trail is read again once the giveaway's money has moved. */
function createMoneyTrails({ db, clock }: Pick<Deps, 'db' | 'clock'>): ReadMoneyTrail {
  const trails = new Map<string, Promise<MoneyTrail>>();
  return async (voucher) => {
    const [last] = await queryRows<{ readonly id: string | null }>(db)`
      select max(id) as id from journal_transactions where voucher_id = ${voucher.id}`;
    const key = `${voucher.id} ${last?.id} ${Math.floor(clock.now() / TRAIL_KEEP_MS)}`;
    return keepNewest(trails, TRAILS_MAX, key, () => readMoneyTrail(db, voucher));
  };
}

/** A cache of what was asked for last; failures are not kept. */
function keepNewest<Value>(
  kept: Map<string, Promise<Value>>,
  max: number,
  key: string,
  read: () => Promise<Value>,
): Promise<Value> {
  const value = kept.get(key) ?? read();
  kept.delete(key);
  kept.set(key, value);
  value.catch(() => kept.delete(key));
  const [oldest] = kept.keys();
  if (kept.size > max && oldest !== undefined) kept.delete(oldest);
  return value;
}

const readParts = (db: Db, { id }: Trail): Promise<Part[]> =>
  queryRows<Part>(db)`
    with moved as (
      select *, row_number() over (order by id) as place from journal_transactions where voucher_id = ${id}
    )
    select moved.id as movement, moved.kind, ${isoOf(sql`moved.created_at`)} as moved_at, account.type as account,
      sum(entry.amount)::text as amount, count(*)::int as count, (
        select json_agg(json_build_object('account', type, 'username', username, 'amount', amount) order by id)
        from (
          select entry.id, account.type, users.username, entry.amount
          from journal_entries entry
          join ledger_accounts account on account.id = entry.account_id
          left join users on users.id = account.user_id
          where entry.transaction_id = moved.id and moved.place <= ${MOVEMENTS_SHOWN}::int
          order by entry.id limit ${ENTRIES_SHOWN}::int
        ) shown
      ) as shown
    from moved
    join journal_entries entry on entry.transaction_id = moved.id
    join ledger_accounts account on account.id = entry.account_id
    group by moved.id, moved.kind, moved.created_at, moved.place, account.type, entry.amount < 0
    order by moved.id`;

async function readMoneyTrail(db: Db, voucher: Trail): Promise<MoneyTrail> {
  const parts = await readParts(db, voucher);
  const total = (isPart: (part: Part) => boolean): number => majorSum(parts.filter(isPart));
  // A reversed prize moved from one wallet to another.
  const reversed = total(
    ({ account, kind, amount }) =>
      account === 'wallet' && kind === 'voucher_refund' && BigInt(amount) < 0n,
  );
  const toWallets = (kinds: readonly Movement['kind'][]): number =>
    total(({ account, kind }) => account === 'wallet' && kinds.includes(kind));
  const movements = movementsOf(parts);
  return {
    currency: voucher.currency,
    // The subtraction from 0 avoids -0.
    paid_in: 0 - toWallets(['voucher_payment']),
    prize: toWallets(['voucher_win']) + reversed,
    returned: toWallets(['voucher_refund']) - reversed,
    sharers: toWallets(['voucher_commission_share']),
    platform: total(({ account }) => account === 'fees'),
    in_escrow: total(({ account }) => account === 'escrow'),
    in_pool: total(({ account }) => account === 'pool'),
    movements: movements.slice(0, MOVEMENTS_SHOWN),
    movements_count: movements.length,
  };
}

function movementsOf(all: readonly Part[]): Movement[] {
  const firsts = all.filter(({ movement }, at) => all[at - 1]?.movement !== movement);
  return firsts.map(({ movement, kind, moved_at: movedAt, shown }) => {
    const parts = all.filter((part) => part.movement === movement);
    return {
      kind,
      created_at: movedAt,
      entries: (shown ?? []).map(({ account, username, amount }) => ({
        account,
        username,
        amount: minorToMajor(BigInt(amount)),
      })),
      entries_count: parts.reduce((sum, { count }) => sum + count, 0),
      sum: majorSum(parts),
    };
  });
}

const majorSum = (parts: readonly Pick<Part, 'amount'>[]): number =>
  minorToMajor(parts.reduce((sum, { amount }) => sum + BigInt(amount), 0n));

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

/** Each proof tree is built once, because entries of a drawn lottery never change. */
function createEntryProver({ db, secrets }: Pick<Deps, 'db' | 'secrets'>) {
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

  return async (ref: string, number: number, callerId: number | undefined): Promise<EntryProof> => {
    const { voucher } = await findVoucher(db, ref, callerId);
    if (voucher.entriesRoot === null) throw new AppError('lottery_only');
    const { entries, levels } = await keepNewest(trees, TREES_MAX, voucher.ulid, () =>
      inTurn(() => growTree(voucher)),
    );
    const index = entries.findIndex((entry) => entry.number === number);
    const entry = entries[index];
    if (!entry) throw new AppError('entry_not_found');
    return { ...entry, index, size: entries.length, path: merklePath(levels, index).map(toHex) };
  };
}

const route = taggedRoutes('Vouchers');
const EntryParams = Closed({
  ...VoucherParams.properties,
  number: Type.String({ pattern: '^[1-9]\\d{0,14}$' }),
});

export const fairnessRoutes = routesOf(async (app, deps) => {
  const readMoneyTrail = createMoneyTrails(deps);
  const proveEntry = createEntryProver(deps);

  app.get(
    '/vouchers/:id/fairness',
    route('optional', "What checks the code's commitment", FairnessAnswer, {
      params: VoucherParams,
    }),
    (request) => readFairness(deps, request.params.id, request.caller?.userId, readMoneyTrail),
  );

  app.get(
    '/vouchers/:id/entries/:number/proof',
    route('optional', 'That an entry of a drawn lottery was counted', EntryProofAnswer, {
      description:
        'Its place, and the Merkle path from it to `entries_root`: what checks one entry without all others.',
      params: EntryParams,
    }),
    async (request) => ({
      success,
      data: await proveEntry(
        request.params.id,
        Number(request.params.number),
        request.caller?.userId,
      ),
    }),
  );
});
