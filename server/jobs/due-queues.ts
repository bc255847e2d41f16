import type { Database } from '../db/database.ts';

/** Looks for queues in which a job is due, all of them in one statement a second. */
export interface DueQueues {
  start(): void;
  /** Looks no more; what was asked last may still be under way. */
  stop(): void;
}

interface Parts {
  readonly executeSql: Database['executeSql'];
  /** Is told each second of a queue in which a job is due. */
  readonly onDue: (queue: string) => void;
  /** Hears of a look that failed; the next one is a second later. */
  readonly onFailure: (error: unknown) => void;
}

const LOOK_EVERY_MS = 1_000;
/**
 * One step into the index of each queue, which is a table of its own: as a join it might be read as a whole. In the
 * words of the job runner's own statement, so that what is found here is what it takes.
 */
const FIND_DUE = `
  select q.name from jobs.queue q where (
    select true from jobs.job j where j.name = q.name and j.state < 'active' and j.start_after < now() limit 1
  )`;

/** Asked by each queue for itself, the same is two dozen statements a second of a node that has nothing to do. */
export function watchDueQueues({ executeSql, onDue, onFailure }: Parts): DueQueues {
  let timer: NodeJS.Timeout | undefined;
  let isLooking = false;
  let isStopped = false;
  const look = async (): Promise<void> => {
    // One that waits for a database that is away finds what has become due meanwhile.
    if (isLooking) return;
    isLooking = true;
    try {
      const { rows } = await executeSql(FIND_DUE, undefined, 'find_due_queues');
      // What stops has no answer.
      if (isStopped) return;
      for (const { name } of rows) onDue(String(name));
    } catch (error) {
      onFailure(error);
    } finally {
      isLooking = false;
    }
  };
  return {
    start() {
      timer ??= setInterval(() => void look(), LOOK_EVERY_MS);
    },
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
