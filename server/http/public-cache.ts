import { createHash } from 'node:crypto';

import type { FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';

/** Use it only for answers that are the same for every caller, because shared caches store them. */
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

/** @returns the payload for HEAD, because Fastify measures it; otherwise null */
export function notModified(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: string,
): string | null {
  reply.code(304).removeHeader('content-type');
  return request.method === 'HEAD' ? payload : null;
}

/** Proxies that compress mark ETags as weak, and a 304 is still correct. */
export const namesTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((known) => [`"${tag}"`, `W/"${tag}"`].includes(known.trim()));
