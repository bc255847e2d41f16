import { readFileSync } from 'node:fs';

import { familyOf } from '../../scripts/lib/postgres-cluster.ts';

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

export function clusterTime(postmaster: number): number {
  let sum = timeOf(postmaster, ENDED_CHILDREN);
  for (const member of familyOf(postmaster)) {
    try {
      sum += processTime(member);
    } catch {
      // The process has ended since it was listed.
    }
  }
  return sum;
}
