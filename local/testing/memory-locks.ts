type Work = (lock: Lock | null) => unknown;

/** One holder per name; other requests wait until their signal aborts. */
export function memoryLocks(): Pick<LockManager, 'request'> {
  const tails = new Map<string, Promise<unknown>>();

  async function request(
    name: string,
    optionsOrWork: LockOptions | Work,
    maybeWork?: Work,
  ): Promise<unknown> {
    const work = typeof optionsOrWork === 'function' ? optionsOrWork : maybeWork;
    const signal = typeof optionsOrWork === 'function' ? undefined : optionsOrWork.signal;
    const before = tails.get(name) ?? Promise.resolve();
    let isHeld = false;
    const aborted = new Promise<never>((_, reject) => {
      signal?.addEventListener('abort', () => {
        if (!isHeld) reject(new DOMException('aborted', 'AbortError'));
      });
    });
    const turn = before.then(() => {
      if (signal?.aborted) return undefined;
      isHeld = true;
      return work?.({ name, mode: 'exclusive' });
    });
    tails.set(
      name,
      turn.catch(() => undefined),
    );
    return signal ? Promise.race([turn, aborted]) : turn;
  }
  return { request };
}
