import type { WorkerContext } from './context.ts';
import { reportFault } from './report-fault.ts';
import { withRoom } from './storage.ts';

/**
 * Forgets the key of a command that was answered, unless another try has taken it since, in another tab or after this
 * one was given up: that one has no answer yet.
 */
export async function forgetAttempt(ctx: WorkerContext, attempt: string): Promise<void> {
  const forget = () => ctx.db.pendingCommands.filter((row) => row.attempt === attempt).delete();
  // What was answered is told, also where the device refuses to write.
  await withRoom(ctx, forget).catch((error: unknown) => reportFault(ctx, error));
}
