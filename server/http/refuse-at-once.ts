import type { FastifyReply, FastifyRequest } from 'fastify';

import type { FailureAnswer } from '../../contract/common.ts';
import { errorMessage } from '../../contract/errors.ts';
import { NO_PAGE } from './security-headers.ts';

/**
 * Answers 503 `unavailable` with what is known already, past everything that other answers go through: in a crowd, what
 * a refusal costs is what others wait for. It is counted and written down like any other answer.
 */
export function refuseAtOnce(
  request: FastifyRequest,
  reply: FastifyReply,
  retryAfterSeconds: number,
): void {
  const code = 'unavailable';
  request.refusal = code;
  const answer: FailureAnswer & Record<string, unknown> = {
    success: false,
    code,
    message: errorMessage(code),
    request_id: request.id,
  };
  const body = JSON.stringify(answer);
  const headers = {
    ...(reply.getHeaders() as Readonly<Record<string, string>>),
    'retry-after': `${retryAfterSeconds}`,
    'content-security-policy': NO_PAGE,
    'content-type': 'application/json; charset=utf-8',
    'content-length': `${Buffer.byteLength(body)}`,
  };
  reply.hijack();
  reply.raw.writeHead(503, headers).end(body);
}
