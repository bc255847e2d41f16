import {
  applyDelta,
  DELTA_OF_ROWS,
  IM_USED,
  type AnswerDelta,
} from '../../contract/answers/answer-delta.ts';
import type { GoodiesDatabase } from '../../local/database.ts';
import type { AnswerRow } from '../../local/rows.ts';
import { writeInSession, type SessionId } from '../../local/session.ts';
import type { WorkerDeps } from '../deps.ts';

/** The names under which answers are kept; the time in an address says nothing of its answer. */
const keyOf = (url: string): string => `GET ${url.replace(/_t=\d+/, '')}`;

/** What the server answered to this address the last time, with its tag. */
export const readKept = (db: GoodiesDatabase, url: string): Promise<AnswerRow | undefined> =>
  // Without a database the whole answer will do.
  db.answers.get(keyOf(url)).catch(() => undefined);

/** What tells the server which answer is here. */
export const conditionsOf = (kept: AnswerRow | undefined): Record<string, string> => ({
  'a-im': DELTA_OF_ROWS,
  ...(kept?.tag && { 'if-none-match': kept.tag }),
});

/** The whole answer, put together with what is here where the server left out what is here. */
export const wholeBody = (status: number, body: unknown, kept: AnswerRow | undefined): unknown =>
  status === IM_USED ? applyDelta(kept?.answer, body as AnswerDelta) : body;

/** Keeps an answer that only this device holds, with its tag, for as long as its session. */
export async function keepAnswer(
  { db, now }: Pick<WorkerDeps, 'db' | 'now'>,
  session: SessionId,
  url: string,
  { headers }: Response,
  answer: object,
): Promise<void> {
  const tag = headers.get('etag');
  // What the browser caches by itself is not kept twice.
  if (!tag || headers.get('cache-control') !== 'no-store') return;
  const row: AnswerRow = { key: keyOf(url), answer, tag, fetchedAt: now() };
  // On a full device the next answer is whole again.
  await writeInSession(db, session, [db.answers], () => db.answers.put(row)).catch(() => undefined);
}
