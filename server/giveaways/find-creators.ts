import { sql, type SQL } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { users } from '../db/schema/accounts.ts';
import { vouchers } from '../db/schema/vouchers.ts';

/** More creators than that are not named one by one: so many have giveaways close to each other in any order. */
const CREATORS_MAX = 300;
/** Names that tell whether a part is one that many have. */
const NAMES_LOOKED_AT = 1_000;
/** How many letters in a row the index of names knows. */
const GRAM_MAX = 3;
const GRAM_MIN = 2;

/** Whose giveaways a list shows. */
export interface Creators {
  /** All of them, where they are few. */
  readonly ids: readonly number[] | undefined;
  /** The same as a condition on `vouchers`. */
  readonly where: SQL;
}

/** What finds a name by any part of it, which is taken as it is. */
const patternOf = (part: string): string => `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

function gramsOf(part: string): SQL {
  const letters = Array.from(part);
  const size = Math.min(letters.length, GRAM_MAX);
  const grams = letters
    .slice(size - 1)
    .map((_, start) => sql`${letters.slice(start, start + size).join('')}`);
  return sql`array[${sql.join(grams, sql`, `)}]::text[]`;
}

/**
 * The creators whose name has a part, in any case, also with the @ that names are shown with.
 * @returns nothing where no name is asked for
 */
export async function findCreators(
  db: Db,
  name: string | undefined,
): Promise<Creators | undefined> {
  const part = name?.trim().replace(/^@/, '').toLowerCase();
  if (part === undefined || part === '') return undefined;
  const ids = Array.from(part).length < GRAM_MIN ? undefined : await findFew(db, part);
  return ids === undefined
    ? {
        ids,
        where: sql`exists (select from ${users} where ${users.id} = ${vouchers.creatorId} and ${users.username} like ${patternOf(part)})`,
      }
    : { ids, where: sql`${vouchers.creatorId} = any(${arrayOf(ids)})` };
}

/** Numbers as one parameter, however many they are. */
const arrayOf = (ids: readonly number[]): SQL => sql`${`{${ids.join(',')}}`}::int[]`;

async function findFew(db: Db, part: string): Promise<readonly number[] | undefined> {
  const hasPart = sql`${users.username} like ${patternOf(part)}`;
  // A part that nearly everybody has is found out by some names, whichever: to take 300 apart costs ten times as much.
  const rows = await queryRows<{ id: number | null }>(
    db,
    sql`with known as materialized (
      select count(*) > ${CREATORS_MAX} as are_many
      from (select ${users.username} from ${users} limit ${NAMES_LOOKED_AT}) ${users} where ${hasPart}
    )
    select null as id from known where are_many
    union all (
      select ${users.id} from ${users} where not (select are_many from known)
        and name_grams(${users.username}) @> ${gramsOf(part)} and ${hasPart}
      limit ${CREATORS_MAX + 1}
    )`,
  );
  const ids = rows.flatMap(({ id }) => id ?? []);
  return ids.length < rows.length || ids.length > CREATORS_MAX ? undefined : ids;
}
