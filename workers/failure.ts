import { ERRORS, errorMessage, isErrorCode, type ErrorCode } from '../contract/errors.ts';
import { fail, type Failure, type Result } from '../contract/result.ts';

/** A failure of the catalogue, with its own text. */
export const failure = (
  code: ErrorCode,
  values?: Readonly<Record<string, string | number>>,
): Failure => ({ code, message: errorMessage(code, values) });

export const failed = (
  code: ErrorCode,
  values?: Readonly<Record<string, string | number>>,
): Result<never> => fail(failure(code, values));

/** What a status means when the answer's own code is not one of the catalogue. */
const BY_STATUS: Readonly<Record<number, ErrorCode>> = {
  401: 'unauthenticated',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_not_allowed',
  413: 'payload_too_large',
  415: 'unsupported_media',
  422: 'validation_failed',
  429: 'too_many_requests',
  503: 'unavailable',
};

const codeOf = (status: number): ErrorCode =>
  BY_STATUS[status] ?? (status >= 500 ? 'internal' : 'malformed');

const isFieldMessages = (value: unknown): value is Readonly<Record<string, readonly string[]>> =>
  typeof value === 'object' && value !== null;

/**
 * The server's answer to a call that failed. Its own message wins over the catalogue's.
 * @param fallback what to say when it names no reason that we know
 */
export function failureFromAnswer(
  status: number,
  body: Readonly<Record<string, unknown>>,
  fallback?: ErrorCode,
): Failure {
  const { success: _, code: named, message, errors, request_id: _id, ...details } = body;
  const code = isErrorCode(named) ? named : codeOf(status);
  const text = isErrorCode(named) ? code : (fallback ?? code);
  return {
    code,
    status,
    message: typeof message === 'string' && message ? message : ERRORS[text].message,
    ...(isFieldMessages(errors) && { fields: errors }),
    ...(Object.keys(details).length > 0 && { details }),
  };
}
