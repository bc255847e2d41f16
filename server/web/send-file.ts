import type { FastifyReply, FastifyRequest } from 'fastify';

import type { StaticFile } from './static-files.ts';

/** Whether a request's `Accept-Encoding` takes a coding; `q=0` is a refusal. */
const accepts = (header: string, coding: string): boolean =>
  header
    .split(',')
    .map((part) =>
      part
        .trim()
        .toLowerCase()
        .split(/\s*;\s*/),
    )
    .some(([name, quality]) => name === coding && !/^q=0(?:\.0*)?$/.test(quality ?? ''));

const isCurrent = (header: string | undefined, etag: string): boolean =>
  header !== undefined && header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);

/** Sends a file in the best coding that the client takes, or 304 when it has it already. */
export function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
  status = 200,
): FastifyReply {
  reply
    .header('cache-control', file.cacheControl)
    .header('vary', 'Accept-Encoding')
    .header('etag', file.etag)
    .type(file.type);
  if (status === 200 && isCurrent(request.headers['if-none-match'], file.etag)) {
    return reply.status(304).send();
  }
  const codings = request.headers['accept-encoding'] ?? '';
  reply.status(status);
  if (file.br && accepts(codings, 'br'))
    return reply.header('content-encoding', 'br').send(file.br);
  if (file.gzip && accepts(codings, 'gzip')) {
    return reply.header('content-encoding', 'gzip').send(file.gzip);
  }
  return reply.send(file.identity);
}
