import { sql } from 'drizzle-orm';

/** Movements that change the same row commit one after the other, so busy accounts of the house have several. */
const ROWS = 16;
const SUFFIXES = Array.from({ length: ROWS }, (_, n) => (n === 0 ? '' : `#${n}`));

/**
 * The suffix of the rows that the current transaction changes: one for all of its movements, so that they lock no two
 * rows of an account. Transactions at the same time have numbers near each other, so they rarely share a row.
 */
export const ROW_SUFFIX = sql`coalesce('#' || nullif(pg_current_xact_id()::text::bigint % ${sql.raw(String(ROWS))}, 0), '')`;

/** SQL: the key of the account to which a row belongs, of the statement's `account`. */
export const ACCOUNT_KEY = `split_part(account.key, '#', 1)`;

interface Named {
  readonly key: string;
  readonly hasRows?: true;
}

/** The keys of all rows whose balances sum to the account's, the account's own key first. */
export const rowKeysOf = ({ key, hasRows }: Named): string[] =>
  hasRows ? SUFFIXES.map((suffix) => key + suffix) : [key];
