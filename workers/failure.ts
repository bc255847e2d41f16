import { type ErrorCode, errorMessage, ERRORS, isErrorCode } from '../contract/errors.ts';
import { fail, type Failure, ok, type Result } from '../contract/result.ts';

const REFUSALS = {
  payment: 'Payment error',
  split: 'Split error',
  twoFactor: '2FA update error',
} as const;
type Refusal = keyof typeof REFUSALS;

type Values = Parameters<typeof errorMessage>[1];

export const failure = (code: ErrorCode, values?: Values): Failure => ({
  code,
  message: errorMessage(code, values),
});

export const failed = (code: ErrorCode, values?: Values): Result<never> =>
  fail(failure(code, values));

/** Converts the value of a success. */
export const mapOk = <T, U>(result: Result<T>, map: (value: T) => U): Result<U> =>
  result.ok ? ok(map(result.value)) : result;

export const dataOf = <T>(result: Result<{ readonly data: T }>): Result<T> =>
  mapOk(result, ({ data }) => data);

export const done = (result: Result<unknown>): Result<undefined> => mapOk(result, () => undefined);

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

export interface FailureWords {
  readonly fallback?: ErrorCode;
  readonly refusal?: Refusal;
}

/** The specification shows these without a prefix (spec 6 and 8). */
const STANDS_ALONE = new Set<ErrorCode>(['unauthenticated', 'payment_no_url']);

/** The server's message is preferred to the catalogue's. */
export function failureFromAnswer(
  status: number,
  body: Readonly<Record<string, unknown>>,
  { fallback, refusal }: FailureWords = {},
): Failure {
  const { success: _, code: named, message, errors, request_id: _id, ...details } = body;
  const code = isErrorCode(named) ? named : codeOf(status);
  const text = isErrorCode(named) ? code : (fallback ?? code);
  const said = typeof message === 'string' && message !== '' ? message : undefined;
  return {
    code,
    status,
    message:
      said === undefined
        ? ERRORS[text].message
        : refusal && !STANDS_ALONE.has(code)
          ? `${REFUSALS[refusal]}: ${said}`
          : said,
    ...(isFieldMessages(errors) && { fields: errors }),
    ...(Object.keys(details).length > 0 && { details }),
  };
}

const UNNAMED = 'Unknown error';

/** The answer came from a proxy or login portal, so the result of the call is unknown. */
export function strangeAnswer(
  { status, statusText }: Pick<Response, 'status' | 'statusText'>,
  text: string,
  { fallback, refusal }: FailureWords,
): Failure {
  const isOk = status >= 200 && status < 300;
  if (refusal && !isOk) return failure('http_error', { status, statusText: statusText || UNNAMED });
  if (refusal) return failure(text.trim() === '' ? 'empty_response' : 'invalid_response');
  return status >= 500
    ? failureFromAnswer(status, {}, fallback === undefined ? {} : { fallback })
    : failure('network');
}

const CHANGED = new Set<ErrorCode>([
  'voucher_used',
  'voucher_expired',
  'voucher_not_active',
  'entries_closed',
  'price_changed',
]);

export const isVoucherChanged = ({ code }: Failure): boolean => CHANGED.has(code);
