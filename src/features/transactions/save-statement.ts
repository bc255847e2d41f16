import { UPLOAD_TIMEOUT_MS } from '../../../contract/constants.ts';
import type { Failure } from '../../../contract/result.ts';
import type { StatementQuery } from '../../../contract/wallet.ts';
import { callWorker } from '../../lib/data-worker.ts';
import { dayOf } from './select-saved.ts';

/** A little more than the worker's own deadline. */
const TIMEOUT_MS = UPLOAD_TIMEOUT_MS + 5_000;
/** The browser has begun to read the file long before. */
const KEEP_MS = 60_000;

/** Hands a file to the browser's downloads. */
function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
}

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
