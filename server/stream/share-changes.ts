import { randomBytes } from 'node:crypto';

import { sql } from 'drizzle-orm';

import { SECOND_MS } from '../../contract/durations.ts';
import { type Change, onCommit } from '../db/changes.ts';
import type { Database } from '../db/database.ts';
import type { OpenStreams } from './open-streams.ts';

const CHANNEL = 'changes';
/** Each message locks the whole database for a moment, so that a busy node sends few large ones. */
const SEND_EVERY_MS = 100;
const RETRY_AFTER_MS = SECOND_MS;
/** PostgreSQL takes less than 8,000 bytes. */
const PAYLOAD_MAX_CHARS = 7_900;
/** Beyond these, others are told that anything may have changed. */
const QUEUED_MAX = 20_000;
const ANYTHING = '*';

interface Parts {
  readonly database: Database;
  readonly log: { warn(details: object, message: string): void };
  readonly streams: Pick<OpenStreams, 'deliver' | 'reset'>;
}

/** Brings what has changed to this node's streams and, outside of all transactions, to those of other nodes. */
export class SharedChanges {
  readonly #parts: Parts;
  readonly #self = randomBytes(6).toString('base64url');
  readonly #queued = new Set<Change | typeof ANYTHING>();
  #isStarted = false;
  #timer: NodeJS.Timeout | undefined;
  #sending = Promise.resolve();
  #nextMs = 0;
  #endListening: (() => Promise<void>) | undefined;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { database, streams } = parts;
    onCommit(database.db, (changes) => {
      streams.deliver(changes);
      if (!database.listen) return;
      this.#queue(changes);
      this.#schedule();
    });
  }

  start(): void {
    const { database, log, streams } = this.#parts;
    this.#isStarted = true;
    this.#endListening = database.listen?.(CHANNEL, {
      onPayload: (payload) => this.#hear(payload),
      onConnect: () => streams.reset(),
      onBreak: (error) => log.warn({ err: error }, 'changes of other nodes are not heard'),
    });
  }

  /** Sends what is queued first. */
  async stop(): Promise<void> {
    this.#isStarted = false;
    clearTimeout(this.#timer);
    await this.#sending;
    if (this.#queued.size > 0) await this.#send();
    await this.#endListening?.();
  }

  #queue(changes: Iterable<Change | typeof ANYTHING>): void {
    for (const change of changes) this.#queued.add(change);
    if (this.#queued.size <= QUEUED_MAX) return;
    this.#queued.clear();
    this.#queued.add(ANYTHING);
  }

  #schedule(): void {
    if (!this.#isStarted || this.#timer || this.#queued.size === 0) return;
    const waitMs = Math.max(0, this.#nextMs - performance.now());
    this.#timer = setTimeout(() => {
      this.#sending = this.#send().then(() => {
        this.#timer = undefined;
        this.#schedule();
      });
    }, waitMs).unref();
  }

  async #send(): Promise<void> {
    const { database, log } = this.#parts;
    const batch = [...this.#queued];
    this.#queued.clear();
    this.#nextMs = performance.now() + SEND_EVERY_MS;
    const payloads = JSON.stringify(packed(this.#self, batch));
    try {
      await database.db.execute(sql`
        select pg_notify(${CHANNEL}, payload) from json_array_elements_text(${payloads}::json) payload`);
    } catch (error) {
      log.warn({ err: error }, 'other nodes were not told what has changed');
      this.#queue(batch);
      this.#nextMs = performance.now() + RETRY_AFTER_MS;
    }
  }

  #hear(payload: string): void {
    const { streams } = this.#parts;
    const [sender, list = ''] = payload.split(' ');
    if (sender === this.#self) return;
    if (list === ANYTHING) streams.reset();
    else streams.deliver(list.split(',') as Change[]);
  }
}

/** As few payloads as hold all changes. */
function packed(sender: string, changes: readonly string[]): string[] {
  if (changes.includes(ANYTHING)) return [`${sender} ${ANYTHING}`];
  const payloads: string[] = [];
  let payload = '';
  for (const change of changes) {
    if (payload.length + change.length >= PAYLOAD_MAX_CHARS) {
      payloads.push(payload);
      payload = '';
    }
    payload += payload === '' ? `${sender} ${change}` : `,${change}`;
  }
  return [...payloads, payload];
}
