import { Agent, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

import type { FastifyInstance } from 'fastify';

import { injectOnce } from '../fixtures/api/test-app.ts';
import type { RawRequest } from './encode-request.ts';

/** An answer as it came. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
  readonly text: string;
}

/** Sends requests to one server. */
export type Send = (request: RawRequest) => Promise<RawAnswer>;

const TIMEOUT_MS = 60_000;

/** To a server in this process, without a line between. */
export const sendInto =
  (app: FastifyInstance): Send =>
  async ({ method, url, headers, body }) => {
    const options = { method, url, headers: { ...headers }, ...(body && { payload: body }) };
    const { statusCode, headers: answered, body: text } = await injectOnce(app, options);
    return { status: statusCode, headers: answered, text };
  };

/** To a server that listens, over connections that are kept. `fetch` would refuse some of what is sent. */
export function sendTo(origin: string): Send {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return ({ method, url, headers, body }) =>
    new Promise((resolve, reject) => {
      const sent = request(
        origin,
        {
          agent,
          method,
          path: url,
          headers: { ...headers, ...lengthOf(body) },
          timeout: TIMEOUT_MS,
        },
        (answer) => {
          const isOpen = answer.headers['content-type'] === 'text/event-stream';
          // It has no end.
          if (isOpen) answer.destroy();
          (isOpen ? Promise.resolve(Buffer.alloc(0)) : buffer(answer)).then(
            (bytes) =>
              resolve({
                status: answer.statusCode ?? 0,
                headers: answer.headers,
                text: bytes.toString('utf8'),
              }),
            reject,
          );
        },
      );
      sent.once('timeout', () => sent.destroy(new Error(`no answer in ${TIMEOUT_MS} ms`)));
      sent.once('error', reject);
      sent.end(body);
    });
}

const lengthOf = (body: Buffer | undefined): Record<string, string> =>
  body ? { 'content-length': `${body.length}` } : {};
