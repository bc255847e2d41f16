import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';

import { Closed } from '../../../contract/common.ts';
import { EntryProofAnswer, FairnessAnswer } from '../../../contract/fairness.ts';
import { VoucherParams } from '../../../contract/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { createEntryProver } from './prove-entry.ts';
import { readFairness } from './read-fairness.ts';
import { createMoneyTrails } from './read-money-trail.ts';

const tags = ['Vouchers'];
const EntryParams = Closed({
  ...VoucherParams.properties,
  number: Type.String({ pattern: '^[1-9]\\d{0,14}$' }),
});

/** What proves that a giveaway was fair. */
export const fairnessRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const readMoneyTrail = createMoneyTrails(deps);
    const proveEntry = createEntryProver(deps);

    app.get(
      '/vouchers/:id/fairness',
      {
        config: { access: 'optional' },
        schema: {
          summary: "What checks the code's commitment",
          tags,
          params: VoucherParams,
          response: { 200: FairnessAnswer },
        },
      },
      (request) => readFairness(deps, request.params.id, request.caller?.userId, readMoneyTrail),
    );

    app.get(
      '/vouchers/:id/entries/:number/proof',
      {
        config: { access: 'optional' },
        schema: {
          summary: 'That an entry of a drawn lottery was counted',
          description:
            'Its place, and the Merkle path from it to `entries_root`: what checks one entry without all others.',
          tags,
          params: EntryParams,
          response: { 200: EntryProofAnswer },
        },
      },
      async (request) => ({
        success: true as const,
        data: await proveEntry(
          request.params.id,
          Number(request.params.number),
          request.caller?.userId,
        ),
      }),
    );
  };
