import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import type { Deps } from '../deps.ts';
import { googleRoutes } from './google/google-routes.ts';
import { newPasskeyRoutes, passkeyRoutes } from './passkeys/passkey-routes.ts';
import { exportRoutes, profileRoutes } from './profile-routes.ts';
import { sessionRoutes, userRoutes } from './user-routes.ts';
import {
  RegisterAnswer,
  RegisterBody,
  SendVerificationBody,
  VerifyEmailBody,
  ForgotPasswordBody,
  ResetPasswordBody,
  SetPinBody,
} from '../../contract/accounts.ts';
import { ACCOUNT_MESSAGES } from '../../contract/accounts/account-messages.ts';
import { detectRegion } from '../regions/current-region.ts';
import { register } from './sign-up.ts';
import { originOf } from './sessions.ts';
import { MessageAnswer } from '../../contract/common.ts';
import { sendVerification, verifyEmail } from './verification.ts';
import { requestPasswordReset, resetPassword } from './change-password.ts';
import { callerOf } from '../http/access.ts';
import { setPin } from './pin.ts';

export const accountRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const routes of [
      signUpRoutes,
      verificationRoutes,
      passwordRoutes,
      googleRoutes,
      userRoutes,
      pinRoutes,
      passkeyRoutes,
      newPasskeyRoutes,
      profileRoutes,
      exportRoutes,
      sessionRoutes,
    ]) {
      await app.register(routes(deps));
    }
  };

const signUpRoutes =
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
          detectedRegion: detectRegion(deps, request),
        });
        return reply
          .status(201)
          .send({ success: true, ...made, message: ACCOUNT_MESSAGES.verificationSent });
      },
    );
  };

const messageRoute = { tags: ['Accounts'], response: { 200: MessageAnswer } };
const success = true as const;

const verificationRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/send-verification-code',
      {
        config: { access: 'optional' },
        schema: {
          summary: 'Send the verification mail again',
          body: SendVerificationBody,
          ...messageRoute,
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
          ...messageRoute,
        },
      },
      async (request) => {
        const { token } = request.body;
        await verifyEmail(deps, { token, callerId: request.caller?.userId });
        return { success, message: ACCOUNT_MESSAGES.emailVerified };
      },
    );
  };

const passwordRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.post(
      '/forgot-password',
      {
        config: { access: 'public' },
        schema: { summary: 'Ask for a new password', body: ForgotPasswordBody, ...messageRoute },
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
        schema: { summary: 'Choose a new password', body: ResetPasswordBody, ...messageRoute },
      },
      async (request) => {
        await resetPassword(deps, { ...request.body, address: request.ip });
        return { success, message: ACCOUNT_MESSAGES.passwordReset };
      },
    );
  };

const pinRoutes =
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
