import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { SendVerificationBody, VerifyEmailBody } from '../../contract/accounts.ts';
import { MessageAnswer } from '../../contract/common.ts';
import { ACCOUNT_MESSAGES } from '../../contract/accounts/account-messages.ts';
import type { Deps } from '../deps.ts';
import { sendVerification } from './send-verification.ts';
import { verifyEmail } from './verify-email.ts';

const said = { tags: ['Accounts'], response: { 200: MessageAnswer } };
const success = true as const;

/** Proving an address. */
export const verificationRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/send-verification-code',
      {
        config: { access: 'optional' },
        schema: {
          summary: 'Send the verification mail again',
          body: SendVerificationBody,
          ...said,
        },
      },
      async (request) => {
        await sendVerification(deps, {
          ...request.body,
          address: request.ip,
          callerId: request.caller?.userId,
        });
        return { success, message: ACCOUNT_MESSAGES.verificationSent };
      },
    );

    app.post(
      '/verify-email',
      {
        config: { access: 'optional' },
        schema: {
          summary: 'Prove an e-mail address',
          description:
            'With the session of the user whom the link was sent to; without it a 403, and the link stays good.',
          body: VerifyEmailBody,
          ...said,
        },
      },
      async (request) => {
        const { token } = request.body;
        await verifyEmail(deps, { token, callerId: request.caller?.userId });
        return { success, message: ACCOUNT_MESSAGES.emailVerified };
      },
    );
  };
