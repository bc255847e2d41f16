import { useObservable } from 'dexie-react-hooks';

import { getDatabase } from '../../../local/database.ts';
import { noteStorageWell, deviceState } from '../storage/device-state.ts';
import { followRead, type ArgsOf, type LiveArgs, type LiveRead } from './shared-query.ts';

export type LiveState<T> =
  | { readonly phase: 'loading'; readonly data?: undefined }
  | { readonly phase: 'ready'; readonly data: T };

export interface LiveOptions<T> {
  readonly seed?: T | undefined;
  /** What is read: with the same subject the old rows stay while rows for other `args` load. */
  readonly subject?: string;
}

interface Answer<T> {
  readonly key: string;
  readonly subject: string | undefined;
  readonly data: T;
}

const LOADING: LiveState<never> = { phase: 'loading' };

getDatabase().on('blocked', () => {
  deviceState.set('blocked');
  getDatabase().on('ready', noteStorageWell);
});

export function useLiveState<T, Args extends LiveArgs>(
  read: LiveRead<T, Args>,
  args: ArgsOf<Args>,
  { seed, subject }: LiveOptions<T>,
): LiveState<T> {
  const key = JSON.stringify(args);
  const answer = useObservable<Answer<T>>(
    () => ({
      // The first render must equal the server's HTML, so it has no value.
      hasValue: () => false,
      subscribe: (onNext: (answer: Answer<T>) => void, onError?: (error: unknown) => void) =>
        followRead(read, args, {
          next: (data) => onNext({ key, subject, data }),
          error: (error) => {
            if (seed === undefined) onError?.(error);
          },
        }),
    }),
    [key],
  );
  const isWanted = answer?.key === key || (subject !== undefined && answer?.subject === subject);
  if (answer && isWanted) return { phase: 'ready', data: answer.data };
  return seed === undefined ? LOADING : { phase: 'ready', data: seed };
}
