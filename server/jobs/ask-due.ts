import { SECOND_MS } from '../../contract/durations.ts';
import type { Clock } from '../clock.ts';
import { inLanes } from '../lib/in-lanes.ts';

const BATCH = 200;
/** Per company. At 200 ms an answer that is 50 a second: four questions about each of a million a day. */
export const QUESTIONS_AT_ONCE = 10;
/** After so many timeouts in a row a run ends, because each timeout takes long. */
export const MAX_SILENCES = 3;
/** A run ends after so long although more is due; the next one goes on. */
const RUN_MS = 30 * SECOND_MS;

/**
 * Asks one company about all that is due, batch after batch.
 * @param read returns as many rows as the limit allows, because fewer end the run
 * @param ask must make the row not due; returns whether there was an answer, undefined where nobody was asked
 */
export async function askWhatIsDue<Row>(
  clock: Clock,
  read: (limit: number) => Promise<readonly Row[]>,
  ask: (row: Row) => Promise<boolean | undefined>,
): Promise<void> {
  const endsAt = clock.now() + RUN_MS;
  let silences = 0;
  const isOver = (): boolean => silences >= MAX_SILENCES || clock.now() >= endsAt;
  let due: readonly Row[];
  do {
    due = await read(BATCH);
    await inLanes(due, QUESTIONS_AT_ONCE, async (row) => {
      if (isOver()) return;
      const isAnswered = await ask(row);
      if (isAnswered !== undefined) silences = isAnswered ? 0 : silences + 1;
    });
  } while (due.length === BATCH && !isOver());
}
