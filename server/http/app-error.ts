import { ERRORS, errorMessage, type ErrorCode } from '../../contract/errors.ts';

interface Options {
  /** Fills the placeholders of the catalogue's text. */
  readonly values?: Readonly<Record<string, string | number>> | undefined;
  /** Instead of the catalogue's text. */
  readonly message?: string;
  /** Messages by field. */
  readonly fields?: Record<string, string[]>;
  /** Beside code and message in the answer, e.g. `seconds_remaining`. */
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

/** A failure from the catalogue: the error handler turns it into its status and answer. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly status: number;
  readonly fields: Record<string, string[]> | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, options: Options = {}) {
    super(options.message ?? errorMessage(code, options.values), options);
    this.code = code;
    this.status = ERRORS[code].status;
    this.fields = options.fields;
    this.details = options.details ?? {};
    this.retryAfterSeconds = options.retryAfterSeconds;
  }
}

/** A 422 about one field. */
export const fieldError = (field: string, message: string): AppError =>
  new AppError('validation_failed', { message, fields: { [field]: [message] } });

/** A failure of the catalogue that is about one field. */
export const errorOfField = (
  field: string,
  code: ErrorCode,
  values?: Options['values'],
): AppError => new AppError(code, { values, fields: { [field]: [errorMessage(code, values)] } });
