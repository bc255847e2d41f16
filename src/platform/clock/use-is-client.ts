import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/** True after hydration; for values that only the device knows and the HTML cannot contain. */
export const useIsClient = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
