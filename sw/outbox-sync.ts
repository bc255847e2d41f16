/** First pause between two tries, and the longest; 0.5 + 1 + … + 32 s, within what a browser lets a worker live. */
const FIRST_DELAY_MS = 500;
const MAX_DELAY_MS = 32_000;

export interface OutboxSyncDeps {
  /** Sends every row; rejects while rows remain. */
  readonly send: () => Promise<void>;
  readonly sleep: (ms: number) => Promise<void>;
  /** Asks the browser for a `sync` event when there is a network; does nothing where it cannot. */
  readonly registerSync: () => Promise<void>;
}

export interface OutboxSync {
  /** For a `sync` event: one try. It rejects when rows remain, so that the browser comes again. */
  onSync(): Promise<void>;
  /** For a message: tries with growing pauses, then leaves it to the next sync, message or start. */
  onDrainRequest(): Promise<void>;
  /** Another service worker is to take this one's place, which a browser does not do while it works: it sends the rest. */
  retire(): void;
}

/**
 * Decides when the outbox is sent. One try after the network has returned is not enough: the event
 * comes before the connection does.
 */
export function createOutboxSync({ send, sleep, registerSync }: OutboxSyncDeps): OutboxSync {
  let pumping: Promise<void> | undefined;
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
    for (let delayMs = FIRST_DELAY_MS; !(await isSent()); delayMs *= 2) {
      if (delayMs > MAX_DELAY_MS) return registerSync();
      if ((await Promise.race([sleep(delayMs), retired])) === 'retired') return undefined;
    }
    return undefined;
  }

  return {
    onSync: send,
    onDrainRequest: () => {
      pumping ??= pump().finally(() => {
        pumping = undefined;
      });
      return pumping;
    },
    retire: () => stop(),
  };
}
