import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { TopSharersAnswer } from '../../../contract/vouchers/sharing.ts';
import { VoucherParams } from '../../../contract/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { findVoucher } from '../../vouchers/read-voucher.ts';
import { listTopSharers } from './list-top-sharers.ts';
import { readOwnShares } from './read-own-shares.ts';

const tags = ['Vouchers'];

/** Who passed a voucher on. */
export const sharingRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/vouchers/:id/top-sharers',
      {
        config: { access: 'optional' },
        schema: {
          summary: 'Who brought the most viewers',
          description:
            'Ranked by confirmed visitors. `own` tells a signed-in caller what became of those whom they brought.',
          tags,
          params: VoucherParams,
          response: { 200: TopSharersAnswer },
        },
      },
      async (request) => {
        const { voucher } = await findVoucher(deps.db, request.params.id, request.caller?.userId);
        const callerId = request.caller?.userId;
        const own =
          callerId === undefined ? undefined : await readOwnShares(deps.db, voucher.id, callerId);
        const sharers = await listTopSharers(deps.db, voucher.id);
        return { success: true as const, sharers, ...(own && { own }) };
      },
    );
  };
