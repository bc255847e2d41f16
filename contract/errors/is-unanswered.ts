import type { Failure } from '../result.ts';

/** Whether nobody knows if what was sent has arrived: no answer came, or that of a proxy or of a server that broke. */
export const isUnanswered = ({ status }: Pick<Failure, 'status'>): boolean =>
  status === undefined || status === 0 || status >= 500;
