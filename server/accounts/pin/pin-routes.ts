import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { SetPinBody } from '../../../contract/accounts.ts';
import { MessageAnswer } from '../../../contract/common.ts';
import { ACCOUNT_MESSAGES } from '../../../contract/accounts/account-messages.ts';
import type { Deps } from '../../deps.ts';
import { callerOf } from '../../http/access.ts';
import { setPin } from './set-pin.ts';

/** The PIN that guards what takes money out. */
export const pinRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/user/pin',
      {
        config: { access: 'user' },
        schema: {
          summary: 'Choose the PIN that is asked for where money leaves',
          description:
            'Takes the password, also to choose another one, and tells the user by mail.',
          tags: ['Accounts'],
          body: SetPinBody,
          response: { 200: MessageAnswer },
        },
      },
      async (request) => {
        const { userId } = callerOf(request);
        await setPin(deps, { ...request.body, userId, address: request.ip });
        return { success: true as const, message: ACCOUNT_MESSAGES.pinSet };
      },
    );
  };
