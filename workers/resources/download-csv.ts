import { UPLOAD_TIMEOUT_MS } from '../../contract/constants.ts';
import type { ErrorCode } from '../../contract/errors.ts';
import { ok, type Result } from '../../contract/result.ts';
import type { StatementQuery } from '../../contract/wallet.ts';
import { canonicalQuery } from '../../local/canonical-query.ts';
import type { WorkerContext } from '../context.ts';

async function download(
  { api }: WorkerContext,
  path: string,
  fallback: ErrorCode,
  query = '',
): Promise<Result<Blob>> {
  const answer = await api.call<{ readonly file: Blob }>({
    path,
    query,
    auth: 'required',
    fallback,
    fileType: 'text/csv',
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
  return answer.ok ? ok(answer.value.file) : answer;
}

/** The transactions that the query names as a CSV file. */
export const downloadStatement = (ctx: WorkerContext, query: StatementQuery) =>
  download(ctx, '/transactions.csv', 'transactions_failed', canonicalQuery(query));

/** Every guess on one of the caller's own giveaways as a CSV file. */
export const downloadGuesses = (ctx: WorkerContext, id: string) =>
  download(ctx, `/vouchers/analytics/${encodeURIComponent(id)}.csv`, 'analytics_failed');
