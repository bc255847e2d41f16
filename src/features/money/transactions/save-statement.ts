import { UPLOAD_CALL_TIMEOUT_MS } from '../../../../contract/constants.ts';
import type { Failure } from '../../../../contract/result.ts';
import type { StatementQuery } from '../../../../contract/wallet.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { saveFile } from '../../../platform/save-file.ts';

const pad = (value: number): string => String(value).padStart(2, '0');

const dayOf = (createdAt: string): string => {
  const at = new Date(createdAt);
  return `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
};

export async function saveStatement(query: StatementQuery): Promise<Failure | undefined> {
  const result = await callWorker((worker) => worker.downloadStatement(query), {
    timeoutMs: UPLOAD_CALL_TIMEOUT_MS,
  });
  if (!result.ok) return result.error;
  saveFile(result.value, `goodies-statement-${dayOf(new Date().toISOString())}.csv`);
  return undefined;
}
