import { UPLOAD_TIMEOUT_MS } from '../../../contract/constants.ts';
import type { Failure } from '../../../contract/result.ts';
import type { StatementQuery } from '../../../contract/wallet.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';
import { saveFile } from '../../platform/save-file.ts';
import { dayOf } from './select-saved.ts';

/** A little more than the worker's own deadline. */
const TIMEOUT_MS = UPLOAD_TIMEOUT_MS + 5_000;
/**
 * Fetches the transactions that the query names and saves them as a CSV file.
 * @returns why there is none, if so
 */
export async function saveStatement(query: StatementQuery): Promise<Failure | undefined> {
  const result = await callWorker((worker) => worker.downloadStatement(query), {
    timeoutMs: TIMEOUT_MS,
  });
  if (!result.ok) return result.error;
  saveFile(result.value, `goodies-statement-${dayOf(new Date().toISOString())}.csv`);
  return undefined;
}
