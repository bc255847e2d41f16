import { use } from 'react';
import { useObservable } from 'dexie-react-hooks';

import { getDatabase } from '../../../local/database.ts';
import { readable } from '../lazy/readable-promise.ts';
import { noteStorageWell, setDeviceState } from '../storage/device-state.ts';
import { followRead, type ArgsOf, type LiveArgs, type LiveRead } from './shared-query.ts';

export type LiveState<T> =
  | { readonly phase: 'loading' }
  | { readonly phase: 'ready'; readonly data: T };

export interface LiveOptions<T> {
  readonly seed?: T | undefined;
  /** What is read: with the same subject the old rows stay while rows for other `args` load. */
  readonly subject?: string;
}

export type UseLiveState = typeof useLiveState;

interface Answer<T> {
  readonly key: string;
  readonly subject: string | undefined;
  readonly data: T;
}

const LOADING: LiveState<never> = { phase: 'loading' };

function awaitStyles(): Promise<unknown> | undefined {
  const link = document.querySelector<HTMLLinkElement>('link[rel=stylesheet]');
  if (!link || link.sheet) return undefined;
  return new Promise<unknown>((resolve) => {
    const end = ({ target }: Event): void => {
      if (target instanceof HTMLLinkElement) resolve(undefined);
    };
    // The document replaces a failed sheet by a new element, so the listener is on the window.
    for (const type of ['load', 'error']) addEventListener(type, end, true);
  });
}

const waiting = awaitStyles();
const styles = waiting && readable(waiting);

getDatabase().on('blocked', () => {
  setDeviceState('blocked');
  getDatabase().on('ready', noteStorageWell);
});

export function useLiveState<T, Args extends LiveArgs>(
  read: LiveRead<T, Args>,
  args: ArgsOf<Args>,
  { seed, subject }: LiveOptions<T>,
): LiveState<T> {
  // Rows without their styles would move the page when the styles arrive.
  if (styles) use(styles);
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
