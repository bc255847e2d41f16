import type { Failure } from '../../../contract/result.ts';
import { answerKey, type Answers, type Asked, readAnswer } from '../../../local/queries/answers.ts';
import { useShownAge } from '../../platform/live/shown-age.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';

type AnswerView<Answer> =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly failure: Failure; readonly retry: () => void }
  | {
      readonly phase: 'ready';
      readonly answer: Answer;
      /** Why it may not be what the server would say now. */
      readonly failure: Failure | undefined;
      readonly retry: () => void;
    };

export function useAnswer<Path extends keyof Answers>(
  asked: Asked<Path>,
): AnswerView<Answers[Path]> {
  const key = answerKey(asked);
  const read = useLive((db) => readAnswer(db, asked), [key]);
  const [refresh, retry] = useRefresh((worker) => worker.refreshAnswer(asked), [key]);
  const failure = refresh.phase === 'failed' ? refresh.error : undefined;
  const row = read.data;
  useShownAge(row?.fetchedAt);
  if (row) return { phase: 'ready', answer: row.answer, failure, retry };
  return failure && read.phase === 'ready'
    ? { phase: 'failed', failure, retry }
    : { phase: 'loading' };
}
