import { DAY_MS } from '../../contract/durations.ts';
import { sqlStateOf } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { hitsInWindow } from './rate-limit.ts';

const WORDS: Readonly<Record<string, string>> = {
  '25006': 'the database is read-only',
  '53100': 'the database is full',
  '55P03': 'the database is locked',
  '42P01': 'the database is not migrated',
};

type ReadinessDeps = Pick<Deps, 'db' | 'clock' | 'covers' | 'log'>;

/** The check writes, because a full or read-only database still reads. */
async function findObstacles({ db, clock, covers, log }: ReadinessDeps): Promise<string[]> {
  const wordsFor = (words: string) => (error: unknown) => {
    log.warn({ err: error }, 'not ready');
    return WORDS[sqlStateOf(error) ?? ''] ?? words;
  };
  const found = await Promise.all([
    hitsInWindow(db, 'readyz', DAY_MS, clock.now()).then(
      () => undefined,
      wordsFor('the database does not answer'),
    ),
    covers.check().then(() => undefined, wordsFor('covers cannot be stored')),
  ]);
  return found.filter((words) => words !== undefined);
}

export function createReadiness(deps: ReadinessDeps): () => Promise<string[]> {
  let asking: Promise<string[]> | undefined;
  return () => {
    asking ??= findObstacles(deps).finally(() => {
      asking = undefined;
    });
    return asking;
  };
}
