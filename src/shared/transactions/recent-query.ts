import type { TransactionsQuery } from '../../../contract/wallet.ts';

export const RECENT = { page: 1, per_page: 5 } as const satisfies TransactionsQuery;
