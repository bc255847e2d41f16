import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { VoucherParams, TopSharersAnswer } from '../../../contract/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { findVoucher } from '../../vouchers/read-voucher.ts';
import { listTopSharers } from './list-top-sharers.ts';

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
          tags,
          params: VoucherParams,
          response: { 200: TopSharersAnswer },
        },
      },
      async (request) => {
        const { voucher } = await findVoucher(deps.db, request.params.id, request.caller?.userId);
        return { success: true as const, sharers: await listTopSharers(deps.db, voucher.id) };
      },
    );
  };
