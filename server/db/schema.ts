import * as accounts from './schema/accounts.ts';
import * as ledger from './schema/ledger.ts';
import * as operations from './schema/operations.ts';
import * as payouts from './schema/payouts.ts';
import * as vouchers from './schema/vouchers.ts';

/** The whole schema as Drizzle wants it: one object. */
export const schema = { ...accounts, ...ledger, ...operations, ...payouts, ...vouchers };
