import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';

import { Closed, VoucherIdSchema } from '../../contract/common.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { FollowAnswer } from '../../contract/notifications/calls.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { countHit } from '../http/rate-limit.ts';
import { followVoucher, muteVoucher, unfollowVoucher } from './follow-voucher.ts';

const FOLLOW_LIMIT = { hits: 300, windowMs: HOUR_MS };

const tags = ['Notifications'];
const config = { access: 'user' as const };
const params = Closed({ id: VoucherIdSchema });
const success = true as const;

export const followRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const countedFollow = async (request: FastifyRequest, voucher: string) => {
      const { userId } = callerOf(request);
      await countHit(deps.db, `follow:${userId}`, FOLLOW_LIMIT, deps.clock.now());
      return { userId, voucher };
    };

    app.post(
      '/vouchers/:id/follow',
      {
        config,
        schema: {
          summary: 'Follow a giveaway: hear of its digits and its end',
          tags,
          params,
          response: { 200: FollowAnswer },
        },
      },
      async (request) => {
        await followVoucher(deps, await countedFollow(request, request.params.id));
        return { success, followed: true };
      },
    );

    app.delete(
      '/vouchers/:id/follow',
      {
        config,
        schema: {
          summary: 'Follow a giveaway no longer',
          tags,
          params,
          response: { 200: FollowAnswer },
        },
      },
      async (request) => {
        await unfollowVoucher(deps, await countedFollow(request, request.params.id));
        return { success, followed: false };
      },
    );

    app.post(
      '/vouchers/:id/mute',
      {
        config,
        schema: {
          summary: 'Hear no more of the digits of a giveaway',
          description: 'Also for those who have guessed on it; to follow it ends that.',
          tags,
          params,
          response: { 200: FollowAnswer },
        },
      },
      async (request) => {
        await muteVoucher(deps, await countedFollow(request, request.params.id));
        return { success, followed: false };
      },
    );
  };
