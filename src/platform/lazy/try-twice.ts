/** Retries once, because one broken request does not mean that the next one fails. */
export const tryTwice = <T>(load: () => Promise<T>): Promise<T> => load().catch(load);
