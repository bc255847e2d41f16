import { answerKey, type Answers, type Asked, readAnswer } from '../../../local/queries/answers.ts';
import { useShownAge } from '../../platform/live/shown-age.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';

/** A `failure` beside an answer: why it may not be what the server would say now. */
export function useAnswer<Path extends keyof Answers>(asked: Asked<Path>) {
  const key = answerKey(asked);
  const read = useLive((db) => readAnswer(db, asked), [key]);
  const [refresh, retry] = useRefresh((worker) => worker.refreshAnswer(asked), [key]);
  const failure = refresh.phase === 'failed' ? refresh.error : undefined;
  const row = read.data;
  useShownAge(row?.fetchedAt);
  if (row) return { phase: 'ready', answer: row.answer, failure, retry } as const;
  return failure && read.phase === 'ready'
    ? ({ phase: 'failed', failure, retry } as const)
    : ({ phase: 'loading' } as const);
}
