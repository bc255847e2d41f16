import type { GoodiesDatabase } from '../local/database.ts';
import type { AnswerRow } from '../local/rows.ts';
import { writeInSession, type SessionId } from '../local/session.ts';
import type { WorkerDeps } from './deps.ts';

/** Without the time in an address, which does not change its answer. */
const keyOf = (url: string): string => `GET ${url.replace(/_t=\d+/, '')}`;

/** The last answer of this address with its ETag. */
export const readCachedAnswer = (
  db: GoodiesDatabase,
  url: string,
): Promise<AnswerRow | undefined> =>
  // Where the database fails, the server sends the whole answer.
  db.answers.get(keyOf(url)).catch(() => undefined);

/** Caches a private answer with its ETag, for as long as its session. */
export async function cacheAnswer(
  { db, now }: Pick<WorkerDeps, 'db' | 'now'>,
  session: SessionId,
  url: string,
  { headers }: Response,
  answer: object,
): Promise<void> {
  const tag = headers.get('etag');
  // The browser's own cache stores the others.
  if (!tag || headers.get('cache-control') !== 'no-store') return;
  const row: AnswerRow = { key: keyOf(url), answer, tag, fetchedAt: now() };
  // On a full device the next answer is whole again.
  await writeInSession(db, session, [db.answers], () => db.answers.put(row)).catch(() => undefined);
}
