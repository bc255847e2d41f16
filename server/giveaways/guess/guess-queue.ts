import type { Db } from '../../db/database.ts';
import { isDatabaseAway } from '../../db/database-faults.ts';
import { inTransaction, type WithCommit } from '../../db/transaction.ts';
import { isKeyTaken } from '../../http/idempotency.ts';
import { createSemaphore, type Semaphore } from '../../db/semaphore.ts';
import type { Attempt, JudgedGuess, SubmitDeps } from './lock-guessers.ts';
import { judgeTogether } from './judge-guess.ts';

type BatchDeps = Pick<SubmitDeps, 'db' | 'secrets' | 'log'>;

interface Waiting {
  readonly deps: BatchDeps;
  readonly attempt: Attempt;
  readonly answer: (judged: JudgedGuess | undefined) => void;
}

/** One batch is filled and judged while the database works on the other. */
const AT_ONCE = 2;
/** A larger batch would delay its first guess too long. */
const MAX_GUESSES = 32;

/** New users wait for locks in the database, and other work needs connections too. */
const ALONE_AT_ONCE = 8;

interface GuessQueue {
  readonly together: (deps: BatchDeps, attempt: Attempt) => Promise<JudgedGuess | undefined>;
  readonly alone: Semaphore;
}

const queues = new WeakMap<Db, GuessQueue>();

function queueOf(db: Db): GuessQueue {
  const queue = queues.get(db) ?? {
    together: createBatches(),
    alone: createSemaphore({ places: ALONE_AT_ONCE }),
  };
  queues.set(db, queue);
  return queue;
}

export async function judgeAlone<T>(
  db: Db,
  work: (tx: Db, withCommit: WithCommit) => Promise<T>,
): Promise<T> {
  const leave = await queueOf(db).alone.acquire();
  try {
    return await inTransaction(db, work);
  } finally {
    leave();
  }
}

/** @returns undefined for a guess that must be judged alone */
export const judgeInBatch = (deps: BatchDeps, attempt: Attempt): Promise<JudgedGuess | undefined> =>
  queueOf(deps.db).together(deps, attempt);

function createBatches(): GuessQueue['together'] {
  let waiting: readonly Waiting[] = [];
  let underWay = 0;

  const write = async (batch: readonly Waiting[], { db, secrets, log }: BatchDeps) => {
    const attempts = batch.map(({ attempt }) => attempt);
    const judged = await inTransaction(db, (tx, withCommit) =>
      judgeTogether(tx, withCommit, secrets, attempts),
    ).catch((error: unknown) => {
      // Each guess is then judged alone and gets its own error.
      if (!isKeyTaken(error) && !isDatabaseAway(error))
        log.error({ err: error }, 'guesses could not be committed together');
      return [];
    });
    for (const [place, { answer }] of batch.entries()) answer(judged[place]);
  };
  const goOn = (): void => {
    while (underWay < AT_ONCE) {
      const [first] = waiting;
      if (!first) return;
      const batch = pickBatch(waiting);
      waiting = waiting.filter((each) => !batch.includes(each));
      underWay += 1;
      void write(batch, first.deps).finally(() => {
        underWay -= 1;
        goOn();
      });
    }
  };
  return (deps, attempt) =>
    new Promise((answer) => {
      waiting = [...waiting, { deps, attempt, answer }];
      // Guesses of one event-loop turn are committed together.
      setImmediate(goOn);
    });
}

function pickBatch(waiting: readonly Waiting[]): readonly Waiting[] {
  const byUser = new Map<number, Waiting>();
  for (const each of waiting) {
    const { userId } = each.attempt.guess;
    if (!byUser.has(userId)) byUser.set(userId, each);
    if (byUser.size === MAX_GUESSES) break;
  }
  return [...byUser.values()];
}
