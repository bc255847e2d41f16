import { readFileSync } from 'node:fs';
import pg from 'pg';

/** Milliseconds. */
export interface ProcessorTime {
  readonly server: number;
  readonly database: number;
}

/** Linux counts a process's time in hundredths of a second. */
const TICK_MS = 10;
/** These are positions in `/proc/{pid}/stat` after the name. */
const OWN = [11, 12] as const;
const ENDED_CHILDREN = [13, 14] as const;

function timeOf(pid: number, places: readonly number[]): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  // A name may contain spaces; the fields after its bracket do not.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return places.reduce((sum, place) => sum + Number(fields[place]), 0) * TICK_MS;
}

export const processTime = (pid: number): number => timeOf(pid, OWN);

export async function findPostmaster(databaseUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    const status = readFileSync(`/proc/${rows[0]?.pid}/status`, 'utf8');
    return Number(/^PPid:\s+(\d+)$/m.exec(status)?.[1]);
  } finally {
    await client.end();
  }
}

export function clusterTime(postmaster: number): number {
  const children = readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8');
  let sum = timeOf(postmaster, [...OWN, ...ENDED_CHILDREN]);
  for (const child of children.trim().split(' ')) {
    try {
      sum += timeOf(Number(child), OWN);
    } catch {
      // The process has ended since it was listed.
    }
  }
  return sum;
}
