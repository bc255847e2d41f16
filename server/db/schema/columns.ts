import { customType, timestamp } from 'drizzle-orm/pg-core';

/** A moment, with its time zone, as a `Date`. */
export const at = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Raw bytes, as a `Buffer` with either engine. */
export const bytes = customType<{ data: Buffer; driverData: Buffer | Uint8Array }>({
  dataType: () => 'bytea',
  fromDriver: (value) => Buffer.from(value),
});
