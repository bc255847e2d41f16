import type { ErrorCode } from './errors.ts';

/** A failure that was to be expected, as it crosses threads: plain data, never an exception. */
export interface Failure {
  readonly code: ErrorCode;
  /** For people; the server's own message where it gave one, else the catalogue's. */
  readonly message: string;
  readonly status?: number;
  /** Messages by field name, for forms. */
  readonly fields?: Readonly<Record<string, readonly string[]>>;
  /** What the specification adds to some errors: `seconds_remaining`, `premium_upgrade`, `remaining_points`. */
  readonly details?: Readonly<Record<string, unknown>>;
}

export type Result<T> =
  | {
      readonly ok: true;
      readonly value: T;
      /** Of a command that moved money: the page confirms that it was answered, and only then is its key forgotten. */
      readonly attempt?: string;
    }
  | { readonly ok: false; readonly error: Failure };

export const ok = <T>(value: T): Result<T> => ({ ok: true, value });
export const fail = (error: Failure): Result<never> => ({ ok: false, error });
