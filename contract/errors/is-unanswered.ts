import type { Failure } from '../result.ts';

/** True if it is unknown whether the server handled the request: no answer, or a 5xx. */
export const isUnanswered = ({ status }: Pick<Failure, 'status'>): boolean =>
  status === undefined || status === 0 || status >= 500;
