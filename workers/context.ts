import { VOUCHER_FETCH_DEDUPE_MS } from '../contract/constants.ts';
import type { Result } from '../contract/result.ts';
import { createApiClient, type ApiClient } from './api-client.ts';
import type { WorkerDeps } from './deps.ts';
import { createSingleFlight, type SingleFlight } from './single-flight.ts';

/** Nothing to hand over: what was learned stands in the database. */
export type Done = Result<undefined>;

/** Counts commands that changed something, so that answers from before such a change are recognised. */
export interface Changes {
  count(): number;
  /** Call it when a command's answer is there, before writing what it says. */
  bump(): void;
}

/** What commands and refreshers work with. */
export interface WorkerContext extends WorkerDeps {
  readonly api: ApiClient;
  readonly flights: SingleFlight;
  readonly changes: Changes;
}

export function createContext(deps: WorkerDeps): WorkerContext {
  const flights = createSingleFlight(deps.now, VOUCHER_FETCH_DEDUPE_MS);
  let count = 0;
  const changes = {
    count: () => count,
    bump: () => {
      count += 1;
      flights.reset();
    },
  };
  return { ...deps, api: createApiClient(deps), flights, changes };
}
