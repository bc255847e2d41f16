import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import type { FastifyInstance } from 'fastify';

/** An answer of the API. */
export interface Answer {
  readonly status: number;
  readonly body: Readonly<Record<string, unknown>>;
}

export interface Call {
  readonly token: string;
  readonly path: string;
  readonly body: object;
  /** `Idempotency-Key`; another one for each try unless it is named. */
  readonly key?: string;
}

/** Sends a call and resolves with its answer; rejects when there was none. */
export type Send = (call: Call) => Promise<Answer>;

const headersOf = ({ token, key = randomUUID() }: Call): Record<string, string> => ({
  authorization: `Bearer ${token}`,
  'content-type': 'application/json',
  'idempotency-key': key,
});

/** Calls the app in this process. */
export const sendTo =
  (app: FastifyInstance): Send =>
  async (call) => {
    const response = await app.inject({
      method: 'POST',
      url: `/api/v1${call.path}`,
      headers: headersOf(call),
      payload: call.body,
    });
    return { status: response.statusCode, body: response.json() };
  };

/** Calls a server over the network. @param urlOf where it listens now */
export const sendOver =
  (urlOf: () => string): Send =>
  async (call) => {
    const response = await fetch(`${urlOf()}/api/v1${call.path}`, {
      method: 'POST',
      headers: headersOf(call),
      body: JSON.stringify(call.body),
    });
    return { status: response.status, body: (await response.json()) as Answer['body'] };
  };

/** Tries that a call gets; a server that never answers should fail a test, not hang it. */
const MAX_TRIES = 200;
const BACK_OFF_MS = 50;

/**
 * Sends a call with the same key until it is answered for good, as the app does.
 * @param ready resolves when there is a server to send to
 */
export async function sendUntilAnswered(
  send: Send,
  call: Call,
  ready: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Answer> {
  let last: unknown;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    await ready();
    try {
      const answer = await send(call);
      if (answer.status < 500) return answer;
      last = answer;
      // There were too many at once. A server says seconds, which are for people who came by the thousand.
      if (answer.status === 503) await delay(BACK_OFF_MS);
    } catch (error) {
      last = error;
    }
  }
  throw new Error(`no answer to ${call.path}`, { cause: last });
}
