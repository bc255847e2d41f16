import { createContext, use, useEffect } from 'react';

/** Tells the sheet around it whether it is to stay. */
export const KeepOpen = createContext<(isKept: boolean) => void>(() => undefined);

/** While `isBusy` nobody can close the sheet around the caller: what is on its way has an answer that has to be seen. */
export function useKeepOpen(isBusy: boolean): void {
  const keepOpen = use(KeepOpen);
  useEffect(() => {
    keepOpen(isBusy);
    return () => keepOpen(false);
  }, [isBusy, keepOpen]);
}
