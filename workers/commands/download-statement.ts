import { UPLOAD_TIMEOUT_MS } from '../../contract/constants.ts';
import { ok, type Result } from '../../contract/result.ts';
import type { StatementQuery } from '../../contract/wallet.ts';
import { canonicalQuery } from '../../local/canonical-query.ts';
import type { WorkerContext } from '../context.ts';

/** The transactions that the query names as a CSV file. */
export async function downloadStatement(
  { api }: WorkerContext,
  query: StatementQuery,
): Promise<Result<Blob>> {
  const answer = await api.call<{ readonly file: Blob }>({
    path: '/transactions.csv',
    query: canonicalQuery(query),
    auth: 'required',
    fallback: 'transactions_failed',
    fileType: 'text/csv',
    timeoutMs: UPLOAD_TIMEOUT_MS,
  });
  return answer.ok ? ok(answer.value.file) : answer;
}
