import { use } from 'react';

import { readable } from '../lazy/readable-promise.ts';
import { tryTwice } from '../lazy/try-twice.ts';
import type { LiveOptions, LiveState, UseLiveState } from './live-query.ts';
import type { ArgsOf, LiveArgs, LiveRead } from './shared-query.ts';

export type { LiveState } from './live-query.ts';

/** What the code fetched on demand offers. */
interface LiveModule {
  readonly useLiveState: UseLiveState;
}

let loading: Promise<LiveModule> | undefined;
let hasFailed = false;

/** Fetches the database's code, beside the page rather than before it. After a failure it tries again. */
export function loadLive(): Promise<LiveModule> {
  if (loading && !hasFailed) return loading;
  hasFailed = false;
  // Asked for before the module that needs it: found there it would come a round trip later, and evaluated together they
  // keep a slow phone for a tenth of a second.
  import('dexie').catch(() => undefined);
  const started: Promise<LiveModule> = readable(tryTwice(() => import('./live-query.ts')));
  loading = started;
  started.catch(() => {
    hasFailed = true;
  });
  return started;
}

/**
 * Reads the device's database and follows it: the one way for a screen to get at data.
 *
 * Until the database's code is here it suspends, so that the prerendered HTML of the nearest Suspense
 * boundary stays. On the server it gives the seed, else `loading`. A failing query throws to the nearest
 * error boundary.
 * @param read a function of a module, which all that pass it with equal `args` share one live query of
 * @param args what it depends on beside the database
 * @param options.seed stands in until the database has answered
 * @param options.subject with the same one the rows stay while other `args` are read
 * @returns `loading` also after a change of `args`, never the rows of another subject
 */
export function useLive<T, Args extends LiveArgs>(
  read: LiveRead<T, Args>,
  args: ArgsOf<Args>,
  options: LiveOptions<T> = {},
): LiveState<T> {
  if (import.meta.env.SSR) {
    return options.seed === undefined
      ? { phase: 'loading' }
      : { phase: 'ready', data: options.seed };
  }
  // Always through `use`: React expects it again when it replays a render that waited here.
  // A failed download stays failed for rendering: a new promise each time would make React try for ever.
  const { useLiveState } = use(loading ?? loadLive());
  // oxlint-disable-next-line react/hooks, react/rules-of-hooks -- the condition is the place of rendering, fixed by the build
  return useLiveState(read, args, options);
}
