import type { FastifyInstance } from 'fastify';
import { Gauge } from 'prom-client';

import type { Deps } from '../deps.ts';
import { answeredInTime } from '../http/database-metrics.ts';
import { countWrongCodes } from './look-up-code.ts';

/** Tells at /metrics how many wrong codes there are in the present window, of all nodes: an alarm belongs on it. */
export function installWrongCodesMetric(
  app: FastifyInstance,
  deps: Pick<Deps, 'db' | 'clock'>,
): void {
  const wrongCodes = new Gauge({
    name: 'wrong_codes',
    help: 'Wrong codes of payment vouchers in the present 15 minutes, the same on all nodes',
    registers: [],
    async collect() {
      const count = await answeredInTime(countWrongCodes(deps));
      if (count === undefined) this.remove();
      else this.set(count);
    },
  });
  app.metrics.registerMetric(wrongCodes);
}
