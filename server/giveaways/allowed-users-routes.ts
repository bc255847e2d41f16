import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { AllowedUsersAnswer, AllowUsersBody, DisallowUsersBody } from '../../contract/analytics.ts';
import { VoucherParams } from '../../contract/vouchers.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { AppError } from '../http/app-error.ts';
import { allowUsers } from './allow-users.ts';
import { disallowUsers } from './disallow-users.ts';
import { listAllowedUsers } from './list-allowed-users.ts';
import { findOwnGiveaway } from './own-giveaway.ts';

const tags = ['Vouchers'];
const PATH = '/vouchers/:id/allowed-users';

/** Who may guess on a private giveaway: its creator's to see and to say. */
export const allowedUsersRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      PATH,
      {
        config: { access: 'user' },
        schema: {
          summary: "Who may guess on one's private giveaway",
          tags,
          params: VoucherParams,
          response: { 200: AllowedUsersAnswer },
        },
      },
      async (request) => {
        const { userId } = callerOf(request);
        const { id, isPrivate } = await findOwnGiveaway(deps.db, request.params.id, userId);
        if (!isPrivate) throw new AppError('private_giveaway_only');
        return { success: true as const, data: await listAllowedUsers(deps.db, id), not_found: [] };
      },
    );

    app.post(
      PATH,
      {
        config: { access: 'user' },
        schema: {
          summary: "Let people guess on one's private giveaway",
          tags,
          params: VoucherParams,
          body: AllowUsersBody,
          response: { 200: AllowedUsersAnswer },
        },
      },
      (request) =>
        allowUsers(deps, request.params.id, callerOf(request).userId, request.body.users),
    );

    app.delete(
      PATH,
      {
        config: { access: 'user' },
        schema: {
          summary: "Take people's leave to guess on one's private giveaway",
          tags,
          params: VoucherParams,
          body: DisallowUsersBody,
          response: { 200: AllowedUsersAnswer },
        },
      },
      (request) =>
        disallowUsers(deps, request.params.id, callerOf(request).userId, request.body.user_ids),
    );
  };
