import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';

import { at } from './columns.ts';

/** The number of recent devices in a network sets the proof of work for the next one. */
export const devices = pgTable(
  'devices',
  {
    deviceId: text('device_id').primaryKey(),
    network: text('network').notNull(),
    provedAt: at('proved_at').notNull(),
    work: integer('work').notNull(),
  },
  (table) => [
    index('devices_network_proved').on(table.network, table.provedAt),
    index('devices_proved').on(table.provedAt),
  ],
);
