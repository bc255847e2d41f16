import { setTimeout as delay } from 'node:timers/promises';

import type { Journal } from './journal.ts';
import type { Random } from './random.ts';

/** An answer of the API. */
export interface Answer {
  readonly status: number;
  /** The code of a failure; empty for what went well. */
  readonly code: string;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Call {
  readonly method?: 'GET' | 'POST';
  /** Below the origin. */
  readonly path: string;
  readonly token?: string;
  /** `Idempotency-Key` */
  readonly key?: string;
  /** Sent as JSON. */
  readonly body?: object;
  /** Sent as a multipart form instead. */
  readonly form?: Readonly<Record<string, string>>;
  /** A body of bytes with its own headers, as gateways send. */
  readonly raw?: { readonly body: string; readonly headers: Readonly<Record<string, string>> };
  readonly headers?: Readonly<Record<string, string>>;
}

/** One request as it was seen from outside; moments are those of `performance.now()`. */
export interface Attempt {
  readonly path: string;
  readonly beganMs: number;
  readonly tookMs: number;
  /** HTTP status; 0 = no answer at all. */
  readonly status: number;
}

/** No answer came until the run was over, so that what became of it is not known. */
export class Unanswered extends Error {
  override readonly name = 'Unanswered';
}

/** Longer than any request may take: what comes then is too late, but is noted. */
const TIMEOUT_MS = 45_000;
const NO_ANSWER: Answer = { status: 0, code: '', body: {} };
const PAUSE_MS = { min: 150, max: 900 };

/** Whether the same request may be answered otherwise later: the server is away or busy, or a gateway is. */
const isPassing = ({ status, code }: Answer): boolean =>
  status === 0 ||
  status === 408 ||
  status === 503 ||
  (status >= 500 && code !== 'payment_initialize_failed');

/**
 * Somebody's phone, and the balancer in front of the nodes: each request goes to any of them, and what was not
 * answered for good is sent again with the same key.
 */
export class Caller {
  readonly attempts: Attempt[] = [];
  readonly #urls: readonly string[];
  readonly #random: Random;
  readonly #journal: Pick<Journal, 'note'>;
  #endsAtMs = Number.POSITIVE_INFINITY;

  constructor(urls: readonly string[], random: Random, journal: Pick<Journal, 'note'>) {
    this.#urls = urls;
    this.#random = random;
    this.#journal = journal;
  }

  /** From now on nobody waits longer than this for an answer. */
  endIn(ms: number): void {
    this.#endsAtMs = performance.now() + ms;
  }

  /** Sends a call once, to any node. @returns status 0 without an answer */
  async once(call: Call): Promise<Answer> {
    const beganMs = performance.now();
    let answer = NO_ANSWER;
    // A balancer passes what nobody took on to the next node, and what was taken to nobody else.
    const order = this.#random.pickSome(this.#urls, this.#urls.length);
    for (const url of order) {
      answer = await send(`${url}${call.path}`, call).catch((error: unknown) => ({
        ...NO_ANSWER,
        code: causeOf(error),
      }));
      if (answer.code !== 'ECONNREFUSED') break;
    }
    const tookMs = performance.now() - beganMs;
    const path = call.path.replaceAll(/\d{5,}|[0-9A-Z]{26}/g, '…');
    this.attempts.push({ path, beganMs, tookMs, status: answer.status });
    if (answer.status === 0 || answer.status >= 500) {
      const { status, code, body } = answer;
      const request = body['request_id'];
      this.#journal.note('failed', {
        path,
        status,
        code,
        request,
        key: call.key,
        ms: Math.round(tookMs),
      });
    }
    return answer;
  }

  /**
   * Sends a call with the same key until it is answered for good.
   * @throws Unanswered when the run is over
   */
  async untilAnswered(call: Call): Promise<Answer> {
    for (;;) {
      const answer = await this.once(call);
      if (!isPassing(answer)) return answer;
      if (performance.now() > this.#endsAtMs)
        throw new Unanswered(`${call.path} ${call.key}: ${answer.status} ${answer.code}`);
      await delay(this.#random.between(PAUSE_MS.min, PAUSE_MS.max));
    }
  }
}

async function send(url: string, call: Call): Promise<Answer> {
  const { token, key, body, form, raw } = call;
  const response = await fetch(url, {
    method: call.method ?? 'POST',
    headers: {
      ...call.headers,
      ...raw?.headers,
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    body: raw?.body ?? (form ? formOf(form) : body ? JSON.stringify(body) : null),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const text = await response.text();
  const answer = text.startsWith('{') ? (JSON.parse(text) as Answer['body']) : {};
  const code = typeof answer['code'] === 'string' ? answer['code'] : '';
  return { status: response.status, code: response.ok ? '' : code, body: answer };
}

function formOf(fields: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** What the network said, e.g. `ECONNREFUSED`. */
function causeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause ? String(cause.code) : cause.name;
}
