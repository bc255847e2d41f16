import { TTL_MS } from '../../contract/constants.ts';
import { answerKey, answerQuery, type Answers, type Asked } from '../../local/answers.ts';
import type { Done, WorkerContext } from '../context.ts';
import { refreshMirror, type RefreshOptions } from '../refresh/refresh-mirror.ts';

/** Calls that visitors may send, too. */
const PUBLIC: ReadonlySet<keyof Answers> = new Set(['/prizes', '/trust', '/receipt-keys']);

/** Keeps a call's answer as it is. */
export function refreshAnswer(
  ctx: WorkerContext,
  asked: Asked,
  options?: RefreshOptions,
): Promise<Done> {
  const { db, api } = ctx;
  const key = answerKey(asked);
  return refreshMirror<Answers[keyof Answers]>(
    ctx,
    {
      key,
      mirrored: () => db.answers.get(key),
      ttlMs: TTL_MS.answers,
      load: () =>
        api.call({
          path: asked.path,
          query: answerQuery(asked),
          auth: PUBLIC.has(asked.path) ? 'optional' : 'required',
        }),
      tables: [db.answers],
      store: (answer, fetchedAt) => db.answers.put({ key, answer, fetchedAt }),
    },
    options,
  );
}
