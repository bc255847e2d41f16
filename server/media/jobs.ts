import { HOUR_MS } from '../../contract/durations.ts';
import type { Deps } from '../deps.ts';

const QUEUE = 'sweep-covers';
const NIGHTLY = '7 4 * * *';
/** No upload takes as long. */
const UNFINISHED_MS = HOUR_MS;

/** Clears up after processes that died while they wrote a cover. */
export function registerMediaJobs({ jobs, covers, clock }: Deps): void {
  jobs.handle(QUEUE, () => covers.sweep(new Date(clock.now() - UNFINISHED_MS)), NIGHTLY);
}
