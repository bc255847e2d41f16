/**
 * Fetches code, once more where that fails: one request that breaks off says little of the next. An engine that remembers
 * a module that failed fails again at once.
 */
export const tryTwice = <T>(load: () => Promise<T>): Promise<T> => load().catch(load);
