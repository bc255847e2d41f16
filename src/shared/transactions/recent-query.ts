import type { TransactionsQuery } from '../../../contract/wallet.ts';

/** The latest movements that the wallet shows. */
export const RECENT = { page: 1, per_page: 5 } as const satisfies TransactionsQuery;
