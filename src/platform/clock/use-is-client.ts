import { useSyncExternalStore } from 'react';

const never = (): (() => void) => () => undefined;

/**
 * False while the page is rendered on the server and while it hydrates, then true. For what
 * only the device knows, such as the time and the time zone: said earlier, it would differ from the HTML.
 */
export const useIsClient = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
