import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { RegisterAnswer, RegisterBody } from '../../contract/accounts.ts';
import { ACCOUNT_MESSAGES } from '../../contract/accounts/account-messages.ts';
import type { Deps } from '../deps.ts';
import { detectRegion } from '../regions/detect-region.ts';
import { register } from './register.ts';
import { originOf } from './request-origin.ts';

/** Making an account. */
export const signUpRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/register',
      {
        config: { access: 'public' },
        schema: {
          summary: 'Make an account and sign in',
          tags: ['Accounts'],
          body: RegisterBody,
          response: { 201: RegisterAnswer },
        },
      },
      async (request, reply) => {
        const made = await register(deps, {
          ...request.body,
          ...originOf(request),
          detectedRegion: detectRegion(request.ip),
        });
        return reply
          .status(201)
          .send({ success: true, ...made, message: ACCOUNT_MESSAGES.verificationSent });
      },
    );
  };
