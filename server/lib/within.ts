/**
 * Waits for something, but not for long. It goes on by itself when its time is over, and what becomes of it
 * then, a failure included, is not handled here: the caller knows who follows it up.
 * @returns undefined when the time was over
 */
export async function within<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
