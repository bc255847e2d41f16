import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

import type { ErrorCode } from '../../contract/errors.ts';
import type { FailureAnswer } from '../../contract/common.ts';
import { isBusy, isDatabaseAway } from '../db/database-faults.ts';
import { sqlStateOf } from '../db/transaction.ts';
import { AppError } from './app-error.ts';
import { NO_PAGE, type SecurityHeaders } from './security-headers.ts';

const RETRY_AFTER_SECONDS = 5;
const CODES: ReadonlyMap<number, ErrorCode> = new Map([
  [404, 'not_found'],
  [413, 'payload_too_large'],
  [415, 'unsupported_media'],
  [429, 'too_many_requests'],
]);
const STORAGE_FAULTS = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EMFILE', 'ENFILE']);

export function installErrorHandler(app: FastifyInstance): void {
  app.setErrorHandler((error: unknown, request, reply) => {
    const failure = toAppError(error);
    if (failure.status >= 500 && !isRefusal(error))
      request.log.error({ reqId: request.id, err: error }, 'request failed');
    return sendFailure(request, reply, failure);
  });
  app.setNotFoundHandler({ preHandler: [] }, (request, reply) =>
    sendFailure(request, reply, new AppError('not_found')),
  );
}

/** Handles addresses that the router rejects before any hook runs (bad encoding, a too long name). */
export const refuseAddress =
  (headers: SecurityHeaders) =>
  (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
    const isTooLong = error.code === 'FST_ERR_MAX_PARAM_LENGTH';
    void reply.headers({ ...headers, 'x-request-id': request.id });
    sendFailure(request, reply, new AppError(isTooLong ? 'not_found' : 'malformed'));
  };

function sendFailure(
  request: FastifyRequest,
  reply: FastifyReply,
  failure: AppError,
): FastifyReply {
  const answer: FailureAnswer & Record<string, unknown> = {
    success: false,
    code: failure.code,
    message: failure.message,
    ...(failure.fields && { errors: failure.fields }),
    ...failure.details,
    ...(failure.status >= 500 ? { request_id: request.id } : {}),
  };
  request.refusal = failure.code;
  const retryAfter =
    failure.retryAfterSeconds ?? (failure.status === 503 ? RETRY_AFTER_SECONDS : undefined);
  if (retryAfter !== undefined)
    reply.header('retry-after', String(Math.max(1, Math.ceil(retryAfter))));
  // Otherwise the server would wait for the rest of a request that stopped half-way.
  if (failure.status === 408) reply.header('connection', 'close');
  // Failures have one shape on every route, so the route's own serialiser is bypassed.
  return reply
    .status(failure.status)
    .header('cache-control', 'no-store')
    .header('content-security-policy', NO_PAGE)
    .type('application/json; charset=utf-8')
    .serializer((body: unknown) => JSON.stringify(body))
    .send(answer);
}

function toAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  const status = (error as Partial<FastifyError>).statusCode;
  if (status !== undefined && status < 500) return new AppError(CODES.get(status) ?? 'malformed');
  const state = sqlStateOf(error);
  // PostgreSQL rejects null bytes and numbers out of range, which are the caller's mistake.
  if (state === '22021' || state === '22003' || state === '22P05')
    return new AppError('validation_failed');
  if (isDatabaseAway(error) || isStorageFull(error)) return new AppError('unavailable');
  return new AppError('internal');
}

/** A refusal under load is deliberate, so it is only in the request log. */
const isRefusal = (error: unknown): boolean =>
  isBusy(error) || (error instanceof AppError && error.status === 503 && error.cause === undefined);

const isStorageFull = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  STORAGE_FAULTS.has(error.code);
