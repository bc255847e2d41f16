import type { ApiClient } from './api-client.ts';
import type { WorkerDeps } from './deps.ts';
import type { SingleFlight } from './single-flight.ts';

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
