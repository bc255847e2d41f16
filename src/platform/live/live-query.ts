import { use } from 'react';
import { useObservable } from 'dexie-react-hooks';

import { getDatabase } from '../../../local/database.ts';
import { readable } from '../lazy/readable-promise.ts';
import { noteStorageWell, setDeviceState } from '../storage/device-state.ts';
import { followRead, type ArgsOf, type LiveArgs, type LiveRead } from './shared-query.ts';

/** What a live read gives: nothing yet, or the rows as they stand now. */
export type LiveState<T> =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly data: T };

export interface LiveOptions<T> {
  /** Stands in until the database has answered, and where it cannot. */
  readonly seed?: T | undefined;
  /** What is read, where `args` only say how much of it: its former rows stay until the new ones are here. */
  readonly subject?: string;
}

export type UseLiveState = typeof useLiveState;

interface Answer<T> {
  readonly key: string;
  readonly subject: string | undefined;
  readonly data: T;
}

const LOADING: LiveState<never> = { phase: 'loading' };

/** Resolves once the document's style sheet is here or could not be fetched; undefined where there is nothing to wait for. */
function awaitStyles(): Promise<unknown> | undefined {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
  if (!link || link.sheet) return undefined;
  return new Promise<unknown>((resolve) => {
    const end = ({ target }: Event): void => {
      if (target instanceof HTMLLinkElement) resolve(undefined);
    };
    // The document fetches one that failed again, as another element.
    for (const type of ['load', 'error']) addEventListener(type, end, true);
  });
}

const waiting = awaitStyles();
const styles = waiting && readable(waiting);

getDatabase().on('blocked', () => {
  setDeviceState('blocked');
  getDatabase().on('ready', noteStorageWell);
});

/** The half of `useLive` that needs Dexie; only ever imported by it, on demand. */
export function useLiveState<T, Args extends LiveArgs>(
  read: LiveRead<T, Args>,
  args: ArgsOf<Args>,
  { seed, subject }: LiveOptions<T>,
): LiveState<T> {
  // Rows before their styles would be bare, and move everything once those are here.
  if (styles) use(styles);
  const key = JSON.stringify(args);
  const answer = useObservable<Answer<T>>(
    () => ({
      // None in the first render, so that it is that of the HTML which it takes over.
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
  // After a change of `args` the library goes on giving the last key's rows until the new ones are here.
  const isWanted = answer?.key === key || (subject !== undefined && answer?.subject === subject);
  if (answer && isWanted) return { phase: 'ready', data: answer.data };
  return seed === undefined ? LOADING : { phase: 'ready', data: seed };
}
