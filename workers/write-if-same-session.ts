import type { Table } from 'dexie';
import { writeChange, type SessionId } from '../local/session.ts';
import type { WorkerContext } from './context.ts';
import { reportFault } from './report-fault.ts';
import { withRoom } from './storage.ts';

/**
 * Writes what a command's answer says, unless another session has begun meanwhile. A full device must
 * not turn a guess that won into a failure: what could not be written is fetched by the next refresh.
 * What any tab asked for before is old, also where there is nothing to write.
 */
export async function writeIfSameSession(
  ctx: WorkerContext,
  session: SessionId,
  tables: readonly Table[] = [],
  write: () => Promise<unknown> = async () => undefined,
): Promise<void> {
  ctx.changes.bump();
  await withRoom(ctx, () => writeChange(ctx.db, session, tables, write)).catch((error: unknown) =>
    reportFault(ctx, error),
  );
}
