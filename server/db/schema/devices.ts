import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';

import { at } from './columns.ts';

/** Devices that did their work within the last hours: how many decides on the work of the next one in their network. */
export const devices = pgTable(
  'devices',
  {
    deviceId: text('device_id').primaryKey(),
    /** Keyed hash of an IPv4 /24 or an IPv6 /48. */
    network: text('network').notNull(),
    provedAt: at('proved_at').notNull(),
    work: integer('work').notNull(),
  },
  (table) => [
    index('devices_network_proved').on(table.network, table.provedAt),
    index('devices_proved').on(table.provedAt),
  ],
);
