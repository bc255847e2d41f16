/** The whole schema, as Drizzle and its migration generator want it: one object. */
export * from './schema/accounts.ts';
export * from './schema/ledger.ts';
export * from './schema/operations.ts';
export * from './schema/vouchers.ts';
