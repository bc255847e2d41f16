import { createHash } from 'node:crypto';

import type { FastifyInstance, FastifyReply, FastifyRequest, onSendHookHandler } from 'fastify';

import type { Secrets } from '../config/secrets.ts';

/** Use it only for answers that are the same for every caller, because shared caches store them. */
export const publicCache =
  (maxAgeSeconds: number): onSendHookHandler =>
  (request, reply, payload, done) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return done(null, payload);
    const tag = createHash('sha256').update(payload).digest('base64url').slice(0, 22);
    reply.header('cache-control', `public, max-age=${maxAgeSeconds}`);
    const asked = request.headers['if-none-match'];
    const isKnown = asked === '*' || namesTag(asked, tag);
    done(null, answerWith(tag, isKnown, request, reply) ? payload : null);
  };

/** @returns whether the payload is needed: for a HEAD also with a 304, because Fastify measures it */
function answerWith(
  tag: string,
  isKnown: boolean,
  { method }: FastifyRequest,
  reply: FastifyReply,
): boolean {
  reply.header('etag', `"${tag}"`);
  if (isKnown) reply.code(304).removeHeader('content-type');
  return !isKnown || method === 'HEAD';
}

/** Proxies that compress mark ETags as weak, and a 304 is still correct. */
const namesTag = (ifNoneMatch: string | undefined, tag: string): boolean =>
  (ifNoneMatch ?? '').split(',').some((known) => [`"${tag}"`, `W/"${tag}"`].includes(known.trim()));

/** A smaller answer is about as long as the headers that a 304 needs. */
const TAG_FROM_CHARS = 160;
const TAG_CHARS = 16;

const isTagged = (request: FastifyRequest, reply: FastifyReply, payload: unknown): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  reply.statusCode === 200 &&
  request.route.access !== 'public' &&
  reply.getHeader('cache-control') === 'no-store' &&
  String(reply.getHeader('content-type')).startsWith('application/json') &&
  typeof payload === 'string' &&
  payload.length >= TAG_FROM_CHARS;

/** The ETag is a keyed hash, because a plain hash of a list with codes lets a reader test guesses. */
export function installAnswerTags(app: FastifyInstance, secrets: Secrets): void {
  const tagOf = (text: string): string =>
    Buffer.from(secrets.lookupHash(text, 'answer'), 'hex')
      .toString('base64url')
      .slice(0, TAG_CHARS);

  app.addHook('onSend', (request, reply, payload, next) => {
    if (!isTagged(request, reply, payload)) return next(null, payload);
    const tag = tagOf(payload as string);
    const isKnown = namesTag(request.headers['if-none-match'], tag);
    next(null, answerWith(tag, isKnown, request, reply) ? payload : null);
  });
}
