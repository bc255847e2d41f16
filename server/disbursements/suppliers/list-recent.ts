import { and, desc, eq, ne } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';

import { RECENT_PURCHASES } from '../../../contract/constants.ts';
import type { Currency } from '../../../contract/money.ts';
import type { Db } from '../../db/database.ts';
import { purchases } from '../../db/schema/suppliers.ts';
import type { Purchase } from './purchase.ts';

/**
 * What a user bought last, each recipient once, the latest first; nothing that failed.
 * @param recipient the columns that tell one recipient from another
 */
export async function listRecent(
  db: Db,
  { userId, kind, currency }: Pick<Purchase, 'userId' | 'kind'> & { readonly currency: Currency },
  recipient: readonly PgColumn[],
): Promise<Purchase[]> {
  const latest = db
    .selectDistinctOn([...recipient])
    .from(purchases)
    .where(
      and(
        eq(purchases.userId, userId),
        eq(purchases.kind, kind),
        eq(purchases.currency, currency),
        ne(purchases.status, 'failed'),
      ),
    )
    .orderBy(...recipient, desc(purchases.id))
    .as('latest');
  return db.select().from(latest).orderBy(desc(latest.id)).limit(RECENT_PURCHASES);
}
