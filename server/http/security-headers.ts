import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

import type { FastifyInstance } from 'fastify';

import { errorMessage } from '../../contract/errors.ts';

export type SecurityHeaders = Readonly<Record<string, string>>;

const APP_FILES = '/*';
const A_YEAR = 'max-age=31536000; includeSubDomains';
const STATUS_OF: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** A browser that opens an API answer as a page must not load or run anything from it. */
export const NO_PAGE = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

export const securityHeadersOf = (publicOrigin: string): SecurityHeaders => ({
  'x-content-type-options': 'nosniff',
  'content-security-policy': NO_PAGE,
  ...(publicOrigin.startsWith('https:') && { 'strict-transport-security': A_YEAR }),
});

/** The app's files get no policy here, because a worker uses the policy of its script. */
export function installSecurityHeaders(app: FastifyInstance, headers: SecurityHeaders): void {
  app.addHook('onRequest', (request, reply, next) => {
    reply.headers(headers);
    if (request.route.url === APP_FILES) reply.removeHeader('content-security-policy');
    next();
  });
}

/** The parser rejected the bytes, so no route or hook runs. */
export const refuseConnection =
  (headers: SecurityHeaders) =>
  (error: NodeJS.ErrnoException & { readonly rawPacket?: unknown }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || socket.destroyed) return;
    const status = STATUS_OF[error.code ?? ''] ?? 400;
    const message = errorMessage('malformed');
    const body = JSON.stringify({ success: false, code: 'malformed', message });
    const lines = Object.entries({
      ...headers,
      'cache-control': 'no-store',
      'x-request-id': randomUUID(),
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    }).map(([name, value]) => `${name}: ${value}\r\n`);
    // A client takes a body after HEAD for the start of the next answer.
    const { rawPacket } = error;
    const isHead = rawPacket instanceof Buffer && rawPacket.toString('latin1', 0, 5) === 'HEAD ';
    const head = `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n`;
    if (socket.writable) socket.write(isHead ? head : head + body);
    socket.destroy();
  };
