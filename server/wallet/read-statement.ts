import { type Placeholder, sql, type SQL } from 'drizzle-orm';

import type { RiskReason } from '../../contract/constants.ts';
import { type Currency, minorToMajor } from '../../contract/money.ts';
import type { Transaction } from '../../contract/wallet.ts';
import { DISPUTED, HELD_BY_HAND, HELD_CARD, HELD_MONEY, shownUntil } from '../ledger/holds.ts';
import { PASSED_ON } from '../ledger/journal.ts';

/** A value or the placeholder of a prepared statement. */
export type Value = number | SQL | Placeholder;

export interface StatementLine {
  /** `j` and an entry's number, or `p` and a payment's. */
  readonly id: string;
  readonly kind: Transaction['transaction_type'];
  readonly status: Transaction['status'];
  /** Signed minor units. */
  readonly amount: string | number;
  readonly currency: Currency;
  readonly reference: string;
  readonly description: string;
  readonly payment_method: string | null;
  readonly payment_gateway: string | null;
  /** The journal's transaction; null while there is none. */
  readonly moved_id: string | number | null;
  /** ms since the epoch */
  readonly created_ms: string | number;
  /** Until when the money is on hold, ms since the epoch. */
  readonly held_until_ms: string | number | null;
  readonly held_reasons: readonly string[] | null;
}

/** A total order, so that pages neither repeat nor miss a line. */
export const NEWEST_FIRST = sql`created_at desc, sort desc, id desc`;

interface WhichLines {
  /** Condition on `entry`, an entry of the journal, and `moved`, its transaction. */
  readonly entries: SQL;
  readonly payments: SQL;
}

/** The lines of a page, which the statement around names by `source` and `id`. */
export const OF_PAGE: WhichLines = {
  entries: sql`entry.id = any(array(select id from page where source = 'j'))`,
  payments: sql`id = any(array(select page.id from page where source = 'p'))`,
};

/**
 * The condition on the amount changes no result; without it the database would sort the whole wallet from the index
 * by kind.
 */
export const IS_LINE = sql.raw(`(kind <> '${PASSED_ON}' or amount < 0)`);

/**
 * The lines of a user's statement as a query. Pending and failed payments moved no money, so they come from
 * `payments`.
 */
export const linesOf = (userId: Value, { entries, payments }: WhichLines): SQL => sql`
  select statement.*, (extract(epoch from created_at) * 1000)::bigint as created_ms,
    (extract(epoch from held_until) * 1000)::bigint as held_until_ms
  from (
    ${walletLines(userId)} and ${entries} union all ${unsettledLines(userId)} and ${payments}
  ) statement`;

/** The description as one party sees it, with the current name of the other. */
const describedTo = (userId: Value): SQL => sql`case
  when moved.kind = 'voucher_win' and creator.id is not null
    then '@' || creator.username || '''s giveaway'
  when moved.kind = 'voucher_commission_share' and creator.id is not null
    then 'Share of @' || creator.username || '''s giveaway'
  when moved.kind = 'voucher_payment' and entry.amount > 0 and creator.id <> ${userId}
    then 'Sent by @' || creator.username
  when moved.kind = 'voucher_payment' and entry.amount < 0 and redeemer.id <> ${userId}
    then 'Sent to @' || redeemer.username
  when moved.kind = 'voucher_payment' and entry.amount < 0 and redeemer.id is null
    and coalesce(voucher.recipient_id::text, voucher.recipient_email) is not null
    then 'Sent to ' || coalesce(
      (select '@' || username from users where id = voucher.recipient_id), voucher.recipient_email)
  else moved.description end`;

/** A split voucher was paid to several users. */
export const wasSplit = (voucherId: SQL): SQL => sql`exists (
  select from journal_transactions split where split.voucher_id = ${voucherId} and split.kind = 'voucher_split')`;

/** The journal is never changed, so the status of a withdrawal or purchase comes from its own row. */
const walletLines = (userId: Value): SQL => sql`
  select 'j' || entry.id as id, entry.id as sort, moved.kind,
    case when entry.amount < 0 then coalesce(payout.status, purchase.status, 'completed') else 'completed' end as status,
    entry.amount, entry.currency, moved.reference, ${describedTo(userId)} as description, moved.payment_method,
    moved.payment_gateway,
    moved.id as moved_id, moved.created_at, hold.held_until, hold.held_reasons
  from ledger_accounts wallet
  join journal_entries entry on entry.account_id = wallet.id
  join journal_transactions moved on moved.id = entry.transaction_id
  left join payouts payout on moved.kind = 'withdrawal' and payout.reference = moved.reference
  left join lateral (
    select held_until, reasons as held_reasons from holds
    where account_id = wallet.id and movement = moved.natural_key and ended_at is null and amount > moved
    order by held_until desc limit 1
  ) hold on entry.amount > 0
  left join purchases purchase on moved.kind in ('airtime', 'bill') and purchase.reference = moved.reference
  left join vouchers voucher on voucher.id = moved.voucher_id
  left join users creator on creator.id = voucher.creator_id
  left join users redeemer on voucher.purpose = 'payment' and redeemer.id = voucher.winner_id
    and not ${wasSplit(sql`voucher.id`)}
  where wallet.user_id = ${userId} and wallet.type = 'wallet'`;

const unsettledLines = (userId: Value): SQL => sql`
  select 'p' || id, id,
    case purpose when 'topup' then 'wallet_topup' when 'premium' then 'premium' else 'voucher_payment' end, status,
    case purpose when 'topup' then amount else -amount end, currency, reference,
    case purpose when 'topup' then 'Wallet top-up' when 'premium' then 'Premium' else 'Voucher payment' end, processor, processor,
    null::bigint, created_at, null::timestamptz, null::jsonb
  from payments
  where user_id = ${userId} and status in ('pending', 'failed')`;

export function presentLine(line: StatementLine): Transaction {
  const amount = BigInt(line.amount);
  return {
    id: line.id,
    type: amount < 0n ? 'debit' : 'credit',
    transaction_type: line.kind,
    status: line.status,
    amount: minorToMajor(amount < 0n ? -amount : amount),
    currency: line.currency,
    reference: line.reference,
    description: line.description,
    payment_method: line.payment_method,
    payment_gateway: line.payment_gateway,
    metadata: { payment_gateway: line.payment_gateway },
    created_at: new Date(Number(line.created_ms)).toISOString(),
    ...(line.held_until_ms !== null && {
      hold: {
        until: shownUntil(new Date(Number(line.held_until_ms))),
        because: becauseOf(line.held_reasons ?? []),
      },
    }),
  };
}

/** The words after 'because'. */
const TEXTS: Readonly<
  Record<
    RiskReason | typeof HELD_MONEY | typeof HELD_CARD | typeof HELD_BY_HAND | typeof DISPUTED,
    string
  >
> = {
  young_account: 'your account was less than a day old',
  unverified: 'your e-mail address was not verified',
  crowded_device: 'more than three accounts have guessed on your device',
  crowd: 'many new accounts guessed from one place',
  even_cadence: 'the guesses came at too even a pace',
  instant_answer: 'the guess came within a second of a digit opening',
  [HELD_MONEY]: 'it was paid with money that is held itself',
  [DISPUTED]: 'its payment is disputed at the bank',
  [HELD_CARD]: 'it was paid by card, or in another way that can be taken back',
  [HELD_BY_HAND]: 'we are looking at how it was won',
};

const isKnown = (reason: string): reason is keyof typeof TEXTS => reason in TEXTS;

/** The reasons of a hold in words: 'a and b'. */
export function becauseOf(reasons: readonly string[]): string {
  const texts = reasons.filter(isKnown).map((reason) => TEXTS[reason]);
  const last = texts.at(-1) ?? 'something about the guess is looked at';
  return texts.length > 1 ? `${texts.slice(0, -1).join(', ')} and ${last}` : last;
}
