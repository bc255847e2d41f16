/** First pause between two tries, and the longest; 0.5 + 1 + … + 32 s, within what a browser lets a worker live. */
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 32_000;

export interface OutboxSyncDeps {
  /** Sends every row; rejects while rows remain. */
  readonly send: () => Promise<void>;
  readonly sleep: (ms: number) => Promise<void>;
  /** false: the network is known to be away. */
  readonly isOnline: () => boolean;
  /** Asks the browser for a `sync` event when there is a network; does nothing where it cannot. */
  readonly registerSync: () => Promise<void>;
}

export interface OutboxSync {
  /** For a `sync` event: one try. It rejects when rows remain, so that the browser comes again. */
  onSync(): Promise<void>;
  /**
   * For a message: tries with growing pauses, then leaves it to the next sync, message or start. One that comes in a
   * pause ends it, because what has failed before says nothing of what is new.
   */
  onDrainRequest(): Promise<void>;
  /** Another service worker is to take this one's place, which a browser does not do while it works: it sends the rest. */
  retire(): void;
}

/**
 * Decides when the outbox is sent. One try after the network has returned is not enough: the event
 * comes before the connection does.
 */
export function createOutboxSync(deps: OutboxSyncDeps): OutboxSync {
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
    onDrainRequest: () => {
      if (isOnline()) ask();
      pumping ??= pump().finally(() => {
        pumping = undefined;
      });
      return pumping;
    },
    retire: () => stop(),
  };
}
