import { STREAM_VOUCHERS_MAX } from '../../contract/constants.ts';
import { MINUTE_MS, SECOND_MS } from '../../contract/durations.ts';
import { LOCKS } from '../../contract/storage-keys.ts';

/** The server writes at least every 25 s, so that a connection that is silent for longer is dead. */
const SILENT_AFTER_MS = MINUTE_MS;
/** The devices of a node that has ended must not all come back at the same moment. */
const FIRST_RETRY_MS = 5 * SECOND_MS;
const LONGEST_RETRY_MS = 5 * MINUTE_MS;

const EVENT_STREAM = 'text/event-stream';

/** What the server says has changed; the ULID is that of a voucher. */
export interface Change {
  readonly kind: string;
  readonly ulid: string | undefined;
}

export interface LiveStreamDeps {
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly readToken: () => Promise<string | undefined>;
  readonly locks: Pick<LockManager, 'request'>;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Between 0 and 1. */
  readonly random: () => number;
  readonly onOpen: () => void;
  readonly onChange: (change: Change) => void;
}

type End =
  | { readonly end: 'ended' | 'refused' }
  | { readonly end: 'busy'; readonly retryMs: number };

const urlOf = (vouchers: readonly string[]): string =>
  `/api/v1/stream${vouchers.length > 0 ? `?vouchers=${vouchers.join(',')}` : ''}`;

function endOf({ status, headers }: Response): End {
  const seconds = Number(headers.get('retry-after'));
  if (seconds > 0) return { end: 'busy', retryMs: seconds * SECOND_MS };
  return { end: status === 401 || status === 403 ? 'refused' : 'ended' };
}

/** Calls `onBlock` with each block of lines, and `onChunk` whenever something came. */
async function readBlocks(
  body: ReadableStream<BufferSource>,
  onChunk: () => void,
  onBlock: (block: string) => void,
): Promise<void> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader();
  let unread = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    onChunk();
    const blocks = (unread + value).split('\n\n');
    unread = blocks.pop() ?? '';
    for (const block of blocks) onBlock(block);
  }
}

const fieldOf = (block: string, name: string): string | undefined =>
  new RegExp(`^${name}: (.+)$`, 'm').exec(block)?.[1];

/** Asks for changes on one stream; only one tab of a device does so, because a session has one stream. */
export class LiveStream {
  readonly #deps: LiveStreamDeps;
  /** Kept between connections, so that the next one tells what this one has missed. */
  #lastEventId: string | undefined;
  #followed: readonly string[] = [];
  #running: AbortController | undefined;

  constructor(deps: LiveStreamDeps) {
    this.#deps = deps;
  }

  /** Opens the stream, or keeps it if it already tells of all these vouchers. */
  open(vouchers: readonly string[]): void {
    const wanted = [...new Set(vouchers)].slice(0, STREAM_VOUCHERS_MAX);
    if (this.#running && wanted.every((ulid) => this.#followed.includes(ulid))) return;
    this.close();
    this.#followed = wanted;
    this.#running = new AbortController();
    const { signal } = this.#running;
    this.#deps.locks
      .request(LOCKS.stream, { signal }, () => this.#listen(signal))
      .catch(() => {
        // The wait for the lock was aborted.
      });
  }

  close(): void {
    this.#running?.abort();
    this.#running = undefined;
  }

  async #listen(signal: AbortSignal): Promise<void> {
    const { onOpen, random, sleep } = this.#deps;
    let retryMs = FIRST_RETRY_MS;
    const hearOpen = (): void => {
      retryMs = FIRST_RETRY_MS;
      onOpen();
    };
    while (!signal.aborted) {
      const end = await this.#connect(signal, hearOpen).catch((): End => ({ end: 'ended' }));
      if (end.end === 'refused') return;
      await sleep(end.end === 'busy' ? end.retryMs * (1 + random()) : retryMs * random(), signal);
      retryMs = Math.min(2 * retryMs, LONGEST_RETRY_MS);
    }
  }

  /** @param signal ends it; a silent server does, too */
  async #connect(signal: AbortSignal, onOpen: () => void): Promise<End> {
    const token = await this.#deps.readToken();
    if (!token) return { end: 'refused' };
    const request = new AbortController();
    const end = (): void => request.abort();
    signal.addEventListener('abort', end);
    let silence = setTimeout(end, SILENT_AFTER_MS);
    const hear = (): void => {
      clearTimeout(silence);
      silence = setTimeout(end, SILENT_AFTER_MS);
    };
    try {
      const response = await this.#ask(token, request.signal);
      // A login portal also answers, but with a page.
      const isStream = response.headers.get('content-type')?.startsWith(EVENT_STREAM);
      if (!response.ok || !isStream || !response.body) return endOf(response);
      onOpen();
      await readBlocks(response.body, hear, (block) => this.#take(block));
      return { end: 'ended' };
    } finally {
      clearTimeout(silence);
      signal.removeEventListener('abort', end);
      end();
    }
  }

  #ask(token: string, signal: AbortSignal): Promise<Response> {
    const id = this.#lastEventId;
    return this.#deps.fetch(urlOf(this.#followed), {
      headers: {
        accept: EVENT_STREAM,
        authorization: `Bearer ${token}`,
        ...(id !== undefined && { 'last-event-id': id }),
      },
      cache: 'no-store',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal,
    });
  }

  #take(block: string): void {
    const kind = fieldOf(block, 'event');
    if (kind) this.#deps.onChange({ kind, ulid: /"ulid":"(\w+)"/.exec(block)?.[1] });
    this.#lastEventId = fieldOf(block, 'id') ?? this.#lastEventId;
  }
}
