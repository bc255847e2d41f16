import type { Remote } from 'comlink';

import { REFRESH_MIN_DISPLAY_MS, TRANSACTION_PAGE_SIZE } from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { PAYMENT_MESSAGES } from '../../../../contract/payments/payment-messages.ts';
import type { Result } from '../../../../contract/result.ts';
import { readTransactions } from '../../../../local/queries/money.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { refreshPages, usePagedList } from '../../../platform/live/paged-list.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { toast } from '../../../platform/toast-store.ts';
import {
  historyPath,
  PAGES_MAX,
  readSaved,
  statementQuery,
  type HistoryAddress,
} from './history-filters.ts';
import type { DataWorkerApi } from '../../../../workers/api.ts';
import type { RefreshOptions } from '../../../../workers/refresh/refresh-mirror.ts';

const refreshPage = (
  worker: Pick<Remote<DataWorkerApi>, 'refreshTransactions'>,
  { filters }: HistoryAddress,
  page: number,
  options?: RefreshOptions,
): Promise<Result<undefined>> =>
  worker.refreshTransactions({ ...statementQuery(filters), page }, options);

export function useHistory(address: HistoryAddress) {
  const { filters, pages: wanted } = address;
  return usePagedList({
    firstPath: historyPath({ filters, pages: 1 }),
    wanted,
    pagesMax: PAGES_MAX,
    pageSize: TRANSACTION_PAGE_SIZE,
    readList: (db, rowsMax) => readTransactions(db, statementQuery(filters), rowsMax),
    readSaved: (db, rowsMax) => readSaved(db, filters, rowsMax),
    refreshPage: (worker, page) => refreshPage(worker, address, page),
    showPages: (pages) => navigate(historyPath({ filters, pages }), { replace: true }),
  });
}

export async function refreshHistory(address: HistoryAddress): Promise<void> {
  const shown = new Promise((resolve) => setTimeout(resolve, REFRESH_MIN_DISPLAY_MS));
  const asked = callWorker((worker) =>
    refreshPages(address.pages, (page) => refreshPage(worker, address, page, { force: true })),
  );
  const [result] = await Promise.all([asked, shown]);
  if (result.ok) toast(PAYMENT_MESSAGES.transactionsRefreshed, { kind: 'success' });
  else toast(errorMessage('refresh_failed'), { kind: 'error' });
}
