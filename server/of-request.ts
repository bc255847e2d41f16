import type { Deps, Log } from './deps.ts';

/**
 * What a use case is given for one request: its lines in the log name that request, and so do those of the jobs that it
 * sends.
 * @param request its number, as in `X-Request-Id`; undefined for work that no request asked for
 */
export function ofRequest(deps: Deps, request: string | undefined): Deps {
  if (request === undefined) return deps;
  const { jobs } = deps;
  return {
    ...deps,
    log: naming(deps.log, request),
    jobs: {
      ...jobs,
      send: (tx, queue, data, options) => jobs.send(tx, queue, data, { ...options, request }),
    },
  };
}

const naming = (log: Log, request: string): Log => ({
  info: (details, message) => log.info({ ...details, request }, message),
  warn: (details, message) => log.warn({ ...details, request }, message),
  error: (details, message) => log.error({ ...details, request }, message),
});
