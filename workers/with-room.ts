import { classifyStorageError } from '../local/storage-failure.ts';
import type { WorkerContext } from './context.ts';
import { loadCode } from './parts/load-code.ts';

/**
 * Writes; where the device is full it makes room of what the server can give again, and writes once more.
 * @param write may run twice, and must be one transaction
 */
export async function withRoom<T>(ctx: WorkerContext, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (classifyStorageError(error) !== 'full') throw error;
    const code = await loadCode(() => import('./resources/storage.ts'));
    if (!code.ok) throw error;
    return code.value.writeWithRoom(ctx, write);
  }
}
