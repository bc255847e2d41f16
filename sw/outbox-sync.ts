/** The delays add up to 63 s, which a browser allows a service worker. */
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 32_000;

export interface OutboxSyncDeps {
  readonly send: () => Promise<void>;
  readonly sleep: (ms: number) => Promise<void>;
  readonly isOnline: () => boolean;
  readonly registerSync: () => Promise<void>;
}

export function createOutboxSync(deps: OutboxSyncDeps) {
  const { send, sleep, isOnline, registerSync } = deps;
  let pumping: Promise<void> | undefined;
  let ask = (): void => undefined;
  let stop = (): void => undefined;
  const retired = new Promise<'retired'>((resolve) => {
    stop = () => resolve('retired');
  });

  const isSent = (): Promise<boolean> =>
    send().then(
      () => true,
      () => false,
    );

  async function pump(): Promise<void> {
    for (let delayMs = FIRST_DELAY_MS; ;) {
      const asked = new Promise<'asked'>((resolve) => {
        ask = () => resolve('asked');
      });
      if (await isSent()) return undefined;
      const pause = delayMs > MAX_DELAY_MS ? Promise.resolve('over') : sleep(delayMs);
      const end = await Promise.race([asked, retired, pause]);
      if (end === 'retired') return undefined;
      if (end === 'over') return registerSync();
      delayMs = end === 'asked' ? FIRST_DELAY_MS : 2 * delayMs;
    }
  }

  return {
    onSync: send,
    /** A request during a delay ends the delay, because the new row may succeed. */
    onDrainRequest: (): Promise<void> => {
      if (isOnline()) ask();
      pumping ??= pump().finally(() => {
        pumping = undefined;
      });
      return pumping;
    },
    /** A browser does not activate the next service worker while this one works. */
    retire: () => stop(),
  };
}
