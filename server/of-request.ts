import type { Deps, Log } from './deps.ts';

/** Log lines and jobs name the request. @param request the `X-Request-Id`; undefined without one */
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
