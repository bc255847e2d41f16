import { use } from 'react';

import { createLoader } from '../lazy/promises.ts';
import type { LiveOptions, LiveState } from './live-query.ts';
import type { ArgsOf, LiveArgs, LiveRead } from './shared-query.ts';

export type { LiveState } from './live-query.ts';

const live = createLoader(() => {
  // Dexie is requested before the module that imports it, which saves one round trip.
  import('dexie').catch(() => undefined);
  return import('./live-query.ts');
});

export const loadLive = live.start;

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
  const { useLiveState } = use(live.last());
  // oxlint-disable-next-line react/hooks, react/rules-of-hooks -- the condition is the place of rendering, fixed by the build
  return useLiveState(read, args, options);
}
