import type { Clock } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/database.ts';
import { createSandboxProcessor } from '../sandbox/sandbox-processor.ts';
import { offeredProcessor } from './payment-methods.ts';
import type { Processors } from './processor.ts';

interface Parts {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
}

/** The processors that can be used with this configuration: without the sandbox, none that has no keys. */
export function createProcessors(parts: Parts): Processors {
  return {
    find(name, currency) {
      const processor = offeredProcessor(name, currency);
      if (processor === undefined || !parts.config.sandbox) return undefined;
      return createSandboxProcessor(processor, parts);
    },
  };
}
