import { createHash } from 'node:crypto';

import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';

/**
 * An `onSend` hook for answers that are the same for everybody: caches may keep them for a while, and a
 * device that has the same content already gets a 304.
 */
export const publicCache =
  (maxAgeSeconds: number): onSendHookHandler =>
  (request, reply, payload, done) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') {
      done(null, payload);
      return;
    }
    const tag = createHash('sha256').update(payload).digest('base64url').slice(0, 22);
    reply.header('cache-control', `public, max-age=${maxAgeSeconds}`);
    reply.header('etag', `"${tag}"`);
    const asked = request.headers['if-none-match'];
    if (asked !== '*' && !namesTag(asked, tag)) {
      done(null, payload);
      return;
    }
    done(null, notModified(request, reply, payload));
  };

/**
 * Makes an answer a 304.
 * @returns what is left to send: nothing, or to a HEAD the payload, which the framework measures before it drops it
 */
export function notModified(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string,
): string | null {
  reply.code(304).removeHeader('content-type');
  return request.method === 'HEAD' ? payload : null;
}

/** Whether `If-None-Match` names the tag. Proxies that compress mark tags as weak; a 304 may follow all the same. */
export const namesTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((known) => [`"${tag}"`, `W/"${tag}"`].includes(known.trim()));
