import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { FairnessAnswer } from '../../../contract/fairness.ts';
import { VoucherParams } from '../../../contract/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { readFairness } from './read-fairness.ts';

const tags = ['Vouchers'];

/** What proves that a giveaway was fair. */
export const fairnessRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
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
      (request) => readFairness(deps, request.params.id, request.caller?.userId),
    );
  };
