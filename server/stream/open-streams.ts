import { Readable } from 'node:stream';
import { setImmediate as yieldLoop, setTimeout as delay } from 'node:timers/promises';

import { MINUTE_MS, SECOND_MS } from '../../contract/durations.ts';
import type { Change } from '../db/changes.ts';
import { AppError } from '../http/app-error.ts';
import { createUserPlaces } from '../lib/user-places.ts';
import { RecentChanges } from './recent-changes.ts';

const COMMENT_EVERY_MS = 25 * SECOND_MS;
const CHECK_SESSIONS_EVERY_MS = MINUTE_MS;
const MAX_OF_USER = 10;
const BUSY_RETRY_SECONDS = 60;
/** A client that leaves more than this unread is dropped. */
const UNREAD_MAX_BYTES = 8 * 1024;
/** Between these the node does other work. */
const WRITES_IN_A_ROW = 250;
/** After a reset all ask everything again, so they are told one after the other. */
const RESETS_IN_A_ROW = 500;
const RESET_PAUSE_MS = 250;

export interface Following {
  readonly userId: number;
  readonly sessionId: number;
  /** ULIDs by id. */
  readonly vouchers: ReadonlyMap<number, string>;
  readonly lastEventId: string | undefined;
}

interface Stream extends Following {
  readonly lines: Readable;
  /** Gives its place back; it may be called twice. */
  readonly leave: () => void;
  /** Whether it had unread lines at the last comment. */
  isStalled: boolean;
  /** Whether it has to be told that anything may have changed before it hears anything else. */
  isBehind: boolean;
}

interface Parts {
  /** Most streams at a time. */
  readonly max: number;
  /** @returns those of the sessions that are alive */
  readonly findLiveSessions: (ids: readonly number[]) => Promise<ReadonlySet<number>>;
}

const changesFor = ({ userId, vouchers }: Following): readonly Change[] => [
  `balance:${userId}`,
  `notification:${userId}`,
  `case:${userId}`,
  ...[...vouchers.keys()].map((id): Change => `voucher:${id}`),
];

/** The event streams of this node. An event only hints that something has changed, so the device asks for it. */
export class OpenStreams {
  readonly #parts: Parts;
  readonly #enter = createUserPlaces(MAX_OF_USER);
  readonly #bySession = new Map<number, Stream>();
  readonly #followers = new Map<Change, Set<Stream>>();
  readonly #recent = new RecentChanges();
  readonly #pending = new Set<Change>();
  /** Up to this number each stream has got what is meant for it. */
  #deliveredUpTo = 0;
  #isDelivering = false;
  #timers: NodeJS.Timeout[] = [];

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#bySession.size;
  }

  /**
   * Opens a stream; it replaces the one of the same session, whose network may be gone.
   * @throws AppError `too_many_requests` for too many of a user, `busy` for too many of this node
   */
  open(following: Following): Readable {
    const { userId, sessionId, lastEventId } = following;
    const before = this.#bySession.get(sessionId);
    if (!before && this.count >= this.#parts.max)
      throw new AppError('busy', { retryAfterSeconds: BUSY_RETRY_SECONDS });
    before?.leave();
    before?.lines.destroy();
    const leaveUser = this.#enter(userId);
    const lines = new Readable({ read: () => undefined });
    const leave = once(() => {
      leaveUser();
      this.#forget(stream);
    });
    const stream: Stream = { ...following, lines, leave, isStalled: false, isBehind: false };
    lines.once('close', leave);
    this.#bySession.set(sessionId, stream);
    const changes = changesFor(stream);
    for (const change of changes) {
      const known = this.#followers.get(change);
      if (known) known.add(stream);
      else this.#followers.set(change, new Set([stream]));
    }
    const missed = lastEventId === undefined ? [] : this.#recent.since(lastEventId, changes);
    lines.push(`id: ${this.#recent.idOf(this.#deliveredUpTo)}\n\n${this.#textOf(missed, stream)}`);
    return lines;
  }

  /** Tells those whom it concerns. A change that waits to be told is not queued twice. */
  deliver(changes: Iterable<Change>): void {
    for (const change of changes) this.#pending.add(change);
    if (!this.#isDelivering) void this.#deliverAll();
  }

  /** Tells everybody that anything may have changed. */
  reset(): void {
    this.#recent.reset();
    for (const stream of this.#bySession.values()) stream.isBehind = true;
    void this.#inSteps(
      RESETS_IN_A_ROW,
      () => delay(RESET_PAUSE_MS),
      (stream) => this.#write(stream, ''),
    );
  }

  /** By its id a quiet stream knows as much as others. */
  async comment(): Promise<void> {
    this.#recent.forgetOld();
    const line = Buffer.from(`:\nid: ${this.#recent.idOf(this.#deliveredUpTo)}\n\n`);
    await this.#inSteps(WRITES_IN_A_ROW, yieldLoop, (stream) => {
      const isStalled = stream.lines.readableLength > 0;
      if (isStalled && stream.isStalled) stream.lines.destroy();
      else this.#write(stream, line);
      stream.isStalled = isStalled;
    });
  }

  async endDeadSessions(): Promise<void> {
    if (this.count === 0) return;
    const asked = [...this.#bySession.values()];
    const live = await this.#parts.findLiveSessions(asked.map(({ sessionId }) => sessionId));
    for (const stream of asked) if (!live.has(stream.sessionId)) endStream(stream);
  }

  start(): void {
    // A database that is away is asked again a minute later.
    const check = (): void => void this.endDeadSessions().catch(() => undefined);
    this.#timers = [
      setInterval(() => void this.comment(), COMMENT_EVERY_MS).unref(),
      setInterval(check, CHECK_SESSIONS_EVERY_MS).unref(),
    ];
  }

  /** Ends them all; devices open theirs on another node. */
  stop(): void {
    for (const timer of this.#timers) clearInterval(timer);
    for (const stream of this.#bySession.values()) endStream(stream);
  }

  async #deliverAll(): Promise<void> {
    this.#isDelivering = true;
    for (const change of this.#pending) {
      this.#pending.delete(change);
      await this.#deliverOne(change);
    }
    this.#isDelivering = false;
  }

  async #deliverOne(change: Change): Promise<void> {
    const number = this.#recent.add(change);
    const streams = this.#followers.get(change) ?? new Set();
    const [first] = streams;
    const frame = first && Buffer.from(this.#frameOf(change, number, first));
    let written = 0;
    for (const stream of streams) {
      this.#write(stream, frame ?? '');
      written += 1;
      if (written % WRITES_IN_A_ROW === 0) await yieldLoop();
    }
    this.#deliveredUpTo = number;
  }

  #write(stream: Stream, text: string | Buffer): void {
    const { lines, isBehind } = stream;
    stream.isBehind = false;
    if (isBehind) lines.push(this.#textOf(changesFor(stream), stream));
    lines.push(text);
    if (lines.readableLength > UNREAD_MAX_BYTES) lines.destroy();
  }

  #frameOf(change: Change, number: number, { vouchers }: Following): string {
    const [event = '', id] = change.split(':');
    const data = event === 'voucher' ? { ulid: vouchers.get(Number(id)) } : {};
    return `event: ${event}\nid: ${this.#recent.idOf(number)}\ndata: ${JSON.stringify(data)}\n\n`;
  }

  #textOf(changes: readonly Change[], following: Following): string {
    return changes.map((one) => this.#frameOf(one, this.#deliveredUpTo, following)).join('');
  }

  async #inSteps(
    count: number,
    pause: () => Promise<unknown>,
    act: (one: Stream) => void,
  ): Promise<void> {
    let done = 0;
    for (const stream of this.#bySession.values()) {
      act(stream);
      done += 1;
      if (done % count === 0) await pause();
    }
  }

  #forget(stream: Stream): void {
    const { sessionId } = stream;
    if (this.#bySession.get(sessionId) === stream) this.#bySession.delete(sessionId);
    for (const change of changesFor(stream)) {
      const others = this.#followers.get(change);
      others?.delete(stream);
      if (others?.size === 0) this.#followers.delete(change);
    }
  }
}

function endStream({ lines, leave }: Stream): void {
  leave();
  lines.push(null);
}

function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    act();
  };
}
