import { eq } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import type { Delivery, DeliveryKind } from './delivery.ts';
import type { Verdict } from './verdict.ts';

/** The delivery of a kind with a reference; undefined when there is none. */
export async function findDelivery<Row extends Delivery, Word extends Verdict>(
  db: Db,
  { table }: DeliveryKind<Row, Word>,
  reference: string,
): Promise<Row | undefined> {
  const [delivery] = await db.select().from(table).where(eq(table.reference, reference));
  return delivery as unknown as Row | undefined;
}
