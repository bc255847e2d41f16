import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { Secrets } from '../config/secrets.ts';
import { namesTag, notModified } from './public-cache.ts';

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
    if (!isTagged(request, reply, payload)) {
      next(null, payload);
      return;
    }
    const text = payload as string;
    const tag = tagOf(text);
    reply.header('etag', `"${tag}"`);
    const isSame = namesTag(request.headers['if-none-match'], tag);
    next(null, isSame ? notModified(request, reply, text) : text);
  });
}
