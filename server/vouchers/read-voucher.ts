import { sql, type SQL } from 'drizzle-orm';

import { minorToMajor } from '../../contract/money.ts';
import type { VoucherDetail } from '../../contract/vouchers.ts';
import { holds, ledgerAccounts, journalEntries, journalTransactions } from '../db/schema/ledger.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import {
  type Voucher,
  hasExpired,
  hasStarted,
  readVoucherRef,
  type VoucherRef,
  prepareVoucherRows,
  type VoucherRows,
} from './voucher-row.ts';
import {
  LOTTERY_ENTRY_COST_COINS,
  LOTTERY_MAX_ENTRIES,
  PREMIUM_DAYS,
  PREMIUM_WAIT_MS,
  WAIT_MS,
} from '../../contract/constants.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { agedAtMs, entryRefusal, type Entrant } from '../../contract/vouchers/entry-rule.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { LOADED_TOGETHER_MAX, loadTogether } from '../db/load-together.ts';
import { formerUsernames, users } from '../db/schema/accounts.ts';
import { allowedUsers, guesses, guessWaits } from '../db/schema/giveaways.ts';
import { voucherFollows } from '../db/schema/notifications.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { isRestricted, presentVoucher } from './present-voucher.ts';
import { isRecipient } from './recipient.ts';

/** No user has this id, so a visitor's data is empty. */
const NO_USER = 0;

const who = sql`asked.caller`;
/** The limit tells the planner that there are few rows. */
const asked = sql`(select * from json_to_recordset(${sql.placeholder('asked')}::json)
  as asked (place int, ref text, caller int) limit ${sql.raw(`${LOADED_TOGETHER_MAX}`)}) asked`;

const WALLETS = sql`from ${journalTransactions}
  join ${journalEntries} on ${journalEntries.transactionId} = ${journalTransactions.id}
  join ${ledgerAccounts} on ${ledgerAccounts.id} = ${journalEntries.accountId}
    and ${ledgerAccounts.type} = 'wallet'`;

const PAID = sql`${WALLETS}
  where ${journalTransactions.voucherId} = ${vouchers.id} and ${journalTransactions.kind} = 'voucher_win'`;

/** Only drawn lotteries need this query. */
const whenDrawn = (query: SQL): SQL =>
  sql`case when ${vouchers.revealMethod} = 'lottery' and ${vouchers.status} = 'completed' then (${query}) end`;

/** Creators may list a username, former username, verified address or id. */
const isAllowed = sql<boolean>`exists (
  select 1 from ${allowedUsers} join ${users} on ${users.id} = ${who}
  where ${allowedUsers.voucherId} = ${vouchers.id} and (
    ${allowedUsers.userId} = ${users.id} or ${allowedUsers.login} = ${users.username}
    or (${allowedUsers.login} = ${users.email} and ${users.emailVerifiedAt} is not null)
    or exists (select 1 from ${formerUsernames}
      where ${formerUsernames.username} = ${allowedUsers.login} and ${formerUsernames.userId} = ${users.id})))`;

/** Only payment vouchers for one recipient need it. */
const callersEmail = sql<string | null>`case when ${vouchers.recipientEmail} is not null then (
  select ${users.email} from ${users} where ${users.id} = ${who} and ${users.emailVerifiedAt} is not null) end`;

export interface CallerAccount {
  readonly isVerified: boolean;
  readonly createdMs: number;
  /** ms since the epoch; null without Premium so far. */
  readonly premiumUntilMs: number | null;
}

const callerColumns = {
  place: sql<number>`asked.place`,
  outcome: {
    winnersCount: sql<number | null>`${whenDrawn(sql`select count(*)::int ${PAID}`)}`,
    /** Minor units; null for other callers. It is read from the journal, so it is what was paid. */
    ownShare: sql<
      bigint | null
    >`${whenDrawn(sql`select ${journalEntries.amount} ${PAID} and ${ledgerAccounts.userId} = ${who}`)}`.mapWith(
      journalEntries.amount,
    ),
    ownReceipt: sql<
      string | null
    >`case when ${vouchers.status} = 'used' and ${vouchers.winnerId} = ${who} then (
      select 'j' || ${journalEntries.id} ${WALLETS}
      where ${journalTransactions.naturalKey} = 'redeem:' || ${vouchers.ulid} and ${ledgerAccounts.userId} = ${who}) end`,
    /** Minor units that were reversed. */
    takenBack: sql<bigint | null>`case when ${vouchers.status} = 'completed' then (
      select sum(${holds.amount} - ${holds.moved}) from ${holds}
      join ${ledgerAccounts} on ${ledgerAccounts.id} = ${holds.accountId}
      where ${ledgerAccounts.userId} = ${who} and ${holds.outcome} = 'reversed'
      and ${holds.movement} = 'win:' || ${vouchers.ulid}) end`.mapWith(holds.amount),
  },
  callerState: {
    isAllowed,
    provedEmail: callersEmail,
    account: sql<CallerAccount | null>`(
      select json_build_object('isVerified', ${users.emailVerifiedAt} is not null,
        'createdMs', (extract(epoch from ${users.createdAt}) * 1000)::float8,
        'premiumUntilMs', (extract(epoch from ${users.premiumUntil}) * 1000)::float8)
      from ${users} where ${users.id} = ${who})`,
    waitUntil:
      sql<Date | null>`(select ${guessWaits.waitUntil} from ${guessWaits} where ${guessWaits.voucherId} = ${vouchers.id} and ${guessWaits.userId} = ${who})`.mapWith(
        guessWaits.waitUntil,
      ),
    isFollowing: sql<boolean>`exists (select 1 from ${voucherFollows} where ${voucherFollows.voucherId} = ${vouchers.id} and ${voucherFollows.userId} = ${who} and ${voucherFollows.mutedAt} is null)`,
    entries: sql<number>`(select count(*)::int from ${guesses} where ${guesses.voucherId} = ${vouchers.id} and ${guesses.userId} = ${who})`,
  },
};

type Row = VoucherRows<typeof callerColumns>[number];
export type VoucherForCaller = Omit<Row, 'place'>;
type CallerState = Row['callerState'];

function presentOutcome(
  { purpose, revealMethod, winnerId, amount }: Voucher,
  { winnersCount, ownShare, ownReceipt, takenBack }: Row['outcome'],
  callerId: number | undefined,
): Pick<VoucherDetail, 'winners_count' | 'own_share' | 'own_receipt' | 'taken_back'> {
  // Only a lottery's prize is shared.
  const isWhole = (purpose === 'payment' || revealMethod !== 'lottery') && winnerId !== null;
  const share = isWhole && winnerId === callerId ? amount : ownShare;
  return {
    ...(winnersCount !== null && { winners_count: winnersCount }),
    ...(share !== null && { own_share: minorToMajor(share) }),
    ...(ownReceipt !== null && { own_receipt: ownReceipt }),
    ...(takenBack !== null && { taken_back: minorToMajor(takenBack) }),
  };
}

const CONDITIONS = {
  id: sql`${vouchers.id} = asked.ref::int`,
  ulid: sql`${vouchers.ulid} = asked.ref`,
  code: sql`${vouchers.codeHash} = any (string_to_array(asked.ref, ','))`,
};

interface Asked {
  /** Hashes of a code, separated by commas. */
  readonly ref: string | number;
  readonly caller: number;
}
type Find = (asked: Asked) => Promise<Row | undefined>;
const finds = new WeakMap<Db, Partial<Record<keyof typeof CONDITIONS, Find>>>();

function findBy(db: Db, kind: keyof typeof CONDITIONS): Find {
  const known = finds.get(db) ?? {};
  finds.set(db, known);
  return (known[kind] ??= prepareFind(db, kind));
}

function prepareFind(db: Db, kind: keyof typeof CONDITIONS): Find {
  const join = { rows: asked, on: CONDITIONS[kind] };
  const read = prepareVoucherRows(db, `find_voucher_by_${kind}`, { join }, callerColumns);
  return loadTogether(async (keys: readonly Asked[]) => {
    const places = keys.map((key, place) => ({ ...key, place }));
    const rows = await read({ asked: JSON.stringify(places) });
    const byPlace = new Map(rows.map((row) => [row.place, row]));
    return keys.map((_, place) => byPlace.get(place));
  });
}

function readRow(db: Db, ref: VoucherRef, caller: number): Promise<Row | undefined> {
  if ('id' in ref) return findBy(db, 'id')({ ref: ref.id, caller });
  if ('ulid' in ref) return findBy(db, 'ulid')({ ref: ref.ulid, caller });
  return findBy(db, 'code')({ ref: ref.codeHashes.join(','), caller });
}

/** Simultaneous requests share a statement. @throws AppError `voucher_removed`, also without access */
export async function findVoucher(
  db: Db,
  name: string | VoucherRef,
  callerId: number | undefined,
): Promise<VoucherForCaller> {
  const ref = typeof name === 'string' ? readVoucherRef(name) : name;
  if (!ref) throw new AppError('voucher_removed');
  const row = await readRow(db, ref, callerId ?? NO_USER);
  if (!row) throw new AppError('voucher_removed');
  const { place: _, ...found } = row;
  if (!maySee(found.voucher, ref, callerId, found.callerState))
    throw new AppError('voucher_removed');
  return found;
}

/**
 * A private giveaway opens by its link, but not by its id, which can be guessed.
 * A private payment voucher opens by its code, or by the link for its recipient and the user who redeemed it.
 */
function maySee(
  voucher: Voucher,
  ref: VoucherRef,
  callerId: number | undefined,
  callerState: Pick<CallerState, 'isAllowed' | 'provedEmail'>,
): boolean {
  if (voucher.creatorId === callerId) return true;
  if (voucher.status === 'pending') return false;
  // Who was told of the money is told as well that it was taken back.
  if (voucher.purpose === 'payment' && 'ulid' in ref && isFor(voucher, callerId, callerState))
    return true;
  if (voucher.status === 'cancelled') return false;
  if (voucher.purpose === 'payment')
    return (
      'codeHashes' in ref ||
      ('ulid' in ref && (!voucher.isPrivate || voucher.winnerId === callerId))
    );
  // Only a giveaway that was never paid expires.
  if (voucher.status === 'expired') return false;
  return !voucher.isPrivate || 'ulid' in ref || callerState.isAllowed;
}

const isFor = (
  voucher: Voucher,
  callerId: number | undefined,
  { provedEmail }: Pick<CallerState, 'provedEmail'>,
): boolean => callerId !== undefined && isRecipient(voucher, { id: callerId, provedEmail });

export function presentDetail(
  deps: Pick<Deps, 'config' | 'covers' | 'secrets' | 'clock'>,
  found: VoucherForCaller,
  callerId: number | undefined,
): VoucherDetail {
  const { voucher, callerState, outcome } = found;
  const nowMs = deps.clock.now();
  const isLottery = voucher.revealMethod === 'lottery';
  const preview = voucher.cover?.preview;
  return {
    ...presentVoucher(deps, found, callerId),
    ...(preview !== undefined && { preview }),
    ...presentOutcome(voucher, outcome, callerId),
    ...(callerId !== undefined &&
      voucher.purpose === 'giveaway' &&
      voucher.creatorId !== callerId && {
        is_following: callerState.isFollowing,
        ...(voucher.isPrivate && { is_invited: callerState.isAllowed }),
      }),
    ...(callerId !== undefined &&
      isRestricted(voucher) && { is_for_me: isFor(voucher, callerId, callerState) }),
    can_guess:
      voucher.purpose === 'giveaway' &&
      voucher.status === 'active' &&
      hasStarted(voucher, dateOf(deps.clock)) &&
      !hasExpired(voucher, dateOf(deps.clock)) &&
      voucher.creatorId !== callerId &&
      (!voucher.isPrivate || callerState.isAllowed) &&
      mayEnter(voucher, callerState.account, nowMs) &&
      (!isLottery ||
        (isOpenForEntries(voucher, nowMs) && callerState.entries < LOTTERY_MAX_ENTRIES)),
    my_entries: isLottery ? callerState.entries : 0,
    entry_cost: isLottery && callerState.entries > 0 ? LOTTERY_ENTRY_COST_COINS : 0,
    wait_seconds: voucher.status === 'active' ? waitSeconds(callerState, nowMs) : 0,
  };
}

/** @param account null for visitors */
const mayEnter = ({ entryRule }: Voucher, account: CallerAccount | null, nowMs: number): boolean =>
  entryRule === 'everybody' ||
  (account !== null && entryRefusal(entryRule, entrantOf(account, nowMs)) === undefined);

export const entrantOf = ({ isVerified, createdMs }: CallerAccount, nowMs: number): Entrant => ({
  isVerified,
  isAged: nowMs >= agedAtMs(createdMs),
});

export const isOpenForEntries = (
  voucher: Pick<Voucher, 'finalRevealTime'>,
  nowMs: number,
): boolean => nowMs < (voucher.finalRevealTime?.getTime() ?? 0);

/** A wait that was running when Premium was bought ends ten seconds after the purchase. */
export function waitSeconds(
  { waitUntil, account }: Pick<CallerState, 'waitUntil' | 'account'>,
  nowMs: number,
): number {
  const untilMs = waitUntil?.getTime() ?? 0;
  const boughtMs = (account?.premiumUntilMs ?? 0) - PREMIUM_DAYS * DAY_MS;
  // Waits that began with Premium are short already.
  const isShortened = boughtMs > untilMs - WAIT_MS && untilMs - nowMs > PREMIUM_WAIT_MS;
  const endMs = isShortened ? Math.min(untilMs, boughtMs + PREMIUM_WAIT_MS) : untilMs;
  return Math.max(0, Math.ceil((endMs - nowMs) / 1000));
}
