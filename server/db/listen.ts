import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';

export interface Listener {
  readonly onPayload: (payload: string) => void;
  /** Also the first time: what was sent before was not heard. */
  readonly onConnect: () => void;
  readonly onBreak: (error: unknown) => void;
}

/** A connection that fell silent is noticed after this time and the query timeout. */
const PING_EVERY_MS = 10_000;
const RETRY_AFTER_MS = 1_000;

/**
 * Hears what is sent to a channel of PostgreSQL, on a session of its own that is opened anew whenever it breaks.
 * @returns ends it
 */
export function listen(
  options: pg.ClientConfig,
  channel: string,
  listener: Listener,
): () => Promise<void> {
  const stopping = new AbortController();
  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await hearUntilBroken(options, channel, listener, stopping.signal).catch((error: unknown) => {
        if (!stopping.signal.aborted) listener.onBreak(error);
      });
      await pause(RETRY_AFTER_MS, stopping.signal).catch(() => undefined);
    }
  };
  const running = run();
  return async () => {
    stopping.abort();
    await running;
  };
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal, ref: false });

async function hearUntilBroken(
  options: pg.ClientConfig,
  channel: string,
  { onPayload, onConnect }: Listener,
  stopping: AbortSignal,
): Promise<void> {
  const client = new pg.Client(options);
  const broken = new AbortController();
  client.on('error', () => broken.abort());
  client.on('end', () => broken.abort());
  client.on('notification', ({ payload = '' }) => onPayload(payload));
  try {
    await client.connect();
    const ask = () => client.query(`listen ${pg.escapeIdentifier(channel)}`);
    await ask();
    onConnect();
    const signal = AbortSignal.any([stopping, broken.signal]);
    for (;;) {
      await pause(PING_EVERY_MS, signal);
      // Asked again it changes nothing, and shows whether the connection lives.
      await ask();
    }
  } finally {
    await client.end();
  }
}
