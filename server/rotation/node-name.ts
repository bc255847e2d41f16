import { sql } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import type { Keyring } from '../config/secrets.ts';

const PREFIX = 'goodies ';

/** What the connections of a node are called: PostgreSQL then says which keys are there, as long as it lives. */
export const nodeNameOf = ({ keyIds }: Pick<Keyring, 'keyIds'>): string =>
  `${PREFIX}${keyIds.join(',')}`;

/** Whether each node that has a connection to this database reads what is written with a key. */
export async function allNodesRead(tx: Db, keyId: string): Promise<boolean> {
  const rows = await queryRows<{ name: string }>(
    tx,
    sql`select application_name as name from pg_stat_activity
      where datname = current_database() and application_name like ${`${PREFIX}%`}`,
  );
  return rows.every(({ name }) => name.slice(PREFIX.length).split(',').includes(keyId));
}
