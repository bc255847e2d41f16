import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { ProveDeviceAnswer, ProveDeviceBody } from '../../../contract/devices.ts';
import type { Deps } from '../../deps.ts';
import { countHit } from '../../http/rate-limit.ts';
import { networkHash } from './network-hash.ts';
import { proveDevice } from './prove-device.ts';

/** Calls of one network: a city behind one address fits in, and no person waits for an answer. */
const CALLS = { hits: 3_000, windowMs: 600_000 };

/** Devices that have done some work, so that their visits count. */
export const deviceRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/devices',
      {
        config: { access: 'public' },
        schema: {
          summary: 'Prove a device by work',
          description:
            'Without a payload the answer is a 428 `work_required` with a `challenge` for altcha-lib; with its solution it is a token, to be sent as `X-Device-Token` beside the same `X-Device-Id`.',
          tags: ['Devices'],
          body: ProveDeviceBody,
          response: { 200: ProveDeviceAnswer },
        },
      },
      async (request) => {
        const { ip, body } = request;
        const key = `devices:network:${networkHash(deps.secrets, ip)}`;
        await countHit(deps.db, key, CALLS, deps.clock.now());
        return { success: true as const, token: await proveDevice(deps, body, ip) };
      },
    );
  };
