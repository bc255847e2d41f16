import { sql, type SQL } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { users } from '../db/schema/accounts.ts';
import { vouchers } from '../db/schema/vouchers.ts';

/** With more creators, a scan of the list finds some of them soon. */
const CREATORS_MAX = 300;
/** A sample of this size shows whether many names contain the text. */
const NAMES_LOOKED_AT = 1_000;
/** These are the sizes of the letter groups in the index of names. */
const GRAM_MAX = 3;
const GRAM_MIN = 2;

export interface Creators {
  /** Undefined for too many creators. */
  readonly ids: readonly number[] | undefined;
  readonly where: SQL;
}

const patternOf = (part: string): string => `%${part.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;

function gramsOf(part: string): SQL {
  const letters = Array.from(part);
  const size = Math.min(letters.length, GRAM_MAX);
  const grams = letters
    .slice(size - 1)
    .map((_, start) => sql`${letters.slice(start, start + size).join('')}`);
  return sql`array[${sql.join(grams, sql`, `)}]::text[]`;
}

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

/** All ids are one parameter. */
const arrayOf = (ids: readonly number[]): SQL => sql`${`{${ids.join(',')}}`}::int[]`;

async function findFew(db: Db, part: string): Promise<readonly number[] | undefined> {
  const hasPart = sql`${users.username} like ${patternOf(part)}`;
  // The sample is ten times cheaper than looking up the letter groups of 300 names.
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
