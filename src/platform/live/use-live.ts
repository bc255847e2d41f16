import { use } from 'react';

import { readable, tryTwice } from '../lazy/promises.ts';
import type { LiveOptions, LiveState, UseLiveState } from './live-query.ts';
import type { ArgsOf, LiveArgs, LiveRead } from './shared-query.ts';

export type { LiveState } from './live-query.ts';

interface LiveModule {
  readonly useLiveState: UseLiveState;
}

let loading: Promise<LiveModule> | undefined;
let hasFailed = false;

export function loadLive(): Promise<LiveModule> {
  if (loading && !hasFailed) return loading;
  hasFailed = false;
  // Dexie is requested before the module that imports it, which saves one round trip.
  import('dexie').catch(() => undefined);
  const started: Promise<LiveModule> = readable(tryTwice(() => import('./live-query.ts')));
  loading = started;
  started.catch(() => {
    hasFailed = true;
  });
  return started;
}

/**
 * Reads and follows the device's database; suspends until its code is loaded; a failed query
 * throws. @param read a function of a module, so that equal `args` share one query
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
  // React must reach `use` again in a replay, and a failed promise must stay the same.
  const { useLiveState } = use(loading ?? loadLive());
  // oxlint-disable-next-line react/hooks, react/rules-of-hooks -- the condition is the place of rendering, fixed by the build
  return useLiveState(read, args, options);
}
