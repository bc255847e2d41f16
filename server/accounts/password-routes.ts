import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { ForgotPasswordBody, ResetPasswordBody } from '../../contract/accounts.ts';
import { MessageAnswer } from '../../contract/common.ts';
import { ACCOUNT_MESSAGES } from '../../contract/accounts/account-messages.ts';
import type { Deps } from '../deps.ts';
import { requestPasswordReset } from './request-password-reset.ts';
import { resetPassword } from './reset-password.ts';

const said = { tags: ['Accounts'], response: { 200: MessageAnswer } };
const success = true as const;

/** Choosing a new password without the old one. */
export const passwordRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/forgot-password',
      {
        config: { access: 'public' },
        schema: { summary: 'Ask for a new password', body: ForgotPasswordBody, ...said },
      },
      async (request) => {
        await requestPasswordReset(deps, { ...request.body, address: request.ip });
        return { success, message: ACCOUNT_MESSAGES.resetRequested };
      },
    );

    app.post(
      '/reset-password',
      {
        config: { access: 'public' },
        schema: { summary: 'Choose a new password', body: ResetPasswordBody, ...said },
      },
      async (request) => {
        await resetPassword(deps, { ...request.body, address: request.ip });
        return { success, message: ACCOUNT_MESSAGES.passwordReset };
      },
    );
  };
