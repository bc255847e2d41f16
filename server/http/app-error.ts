import { ERRORS, errorMessage, type ErrorCode } from '../../contract/errors.ts';

interface Options {
  readonly values?: Readonly<Record<string, string | number>> | undefined;
  readonly message?: string;
  readonly fields?: Record<string, string[]>;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly retryAfterSeconds?: number;
  readonly cause?: unknown;
}

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

export const fieldError = (field: string, message: string): AppError =>
  new AppError('validation_failed', { message, fields: { [field]: [message] } });

export const errorOfField = (
  field: string,
  code: ErrorCode,
  values?: Options['values'],
): AppError => new AppError(code, { values, fields: { [field]: [errorMessage(code, values)] } });
