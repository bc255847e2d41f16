import { boolean, index, integer, jsonb, pgTable } from 'drizzle-orm/pg-core';

import type { Proof } from '../../../contract/rewards/trust.ts';
import { at } from './columns.ts';

export const bookProofs = pgTable(
  'book_proofs',
  {
    id: integer('id').primaryKey().generatedAlwaysAsIdentity(),
    provedAt: at('proved_at').notNull(),
    tookMs: integer('took_ms').notNull(),
    isClean: boolean('is_clean').notNull(),
    checks: jsonb('checks').$type<Proof['checks']>().notNull(),
    money: jsonb('money').$type<Proof['money']>().notNull(),
  },
  (table) => [index('book_proofs_proved').on(table.provedAt)],
);
