import { Counter } from 'prom-client';

import { CLIENT_ERROR_KINDS, ClientErrorBody } from '../../contract/devices/client-errors.ts';
import { MessageAnswer } from '../../contract/common.ts';
import { countHit, limitOnNode } from '../http/rate-limit.ts';
import { networkHash } from './device-token.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';

/** Twice the size of the largest valid report. */
const BODY_LIMIT_BYTES = 4 * 1024;
const OF_NETWORK = { hits: 30, windowMs: 600_000 };
/** A broken build makes all clients report at once, which must not load the database. */
const OF_NODE = { hits: 120, windowMs: 60_000 };

const route = taggedRoutes('Devices');

export const clientErrorRoutes = routesOf(async (app, deps) => {
  const told = new Counter({
    name: 'client_errors_total',
    help: 'Faults of the app that devices told of, by kind and whether they know their build',
    labelNames: ['kind', 'build'],
    registers: [app.metrics],
  });
  // Counters start at 0, so that the first fault shows as an increase.
  for (const kind of CLIENT_ERROR_KINDS)
    for (const build of ['known', 'unknown']) told.inc({ kind, build }, 0);
  const countOnNode = limitOnNode(OF_NODE);

  app.post(
    '/client-errors',
    {
      ...route('public', 'A fault of the app', MessageAnswer, {
        description:
          'Refused where the message holds an address, a mail address or four digits in a row.',
        body: ClientErrorBody,
      }),
      bodyLimit: BODY_LIMIT_BYTES,
    },
    async ({ ip, body, log }) => {
      const nowMs = deps.clock.now();
      countOnNode(nowMs);
      const network = networkHash(deps.secrets, ip);
      await countHit(deps.db, `client-errors:network:${network}`, OF_NETWORK, nowMs);
      told.inc({ kind: body.kind, build: body.build === undefined ? 'unknown' : 'known' });
      log.warn({ client: body }, 'client error');
      return { success, message: 'Thank you' };
    },
  );
});
