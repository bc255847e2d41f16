import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import type { Deps } from '../deps.ts';
import { taggedRoutes } from '../http/route-options.ts';
import { googleRoutes } from './google/google-routes.ts';
import { passkeyRoutes } from './passkeys/passkey-routes.ts';
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
import { detectRegion } from '../regions/regions.ts';
import { register } from './sign-up.ts';
import { originOf, proofIn } from './sessions.ts';
import { MessageAnswer } from '../../contract/common.ts';
import { sendVerification, verifyEmail } from './verification.ts';
import { requestPasswordReset, resetPassword } from './change-password.ts';
import { setPin } from './pin.ts';

const route = taggedRoutes('Accounts');
const messageRoute = { response: { 200: MessageAnswer } };
const success = true as const;

export const accountRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    for (const routes of [
      signUpRoutes,
      passwordRoutes,
      googleRoutes,
      userRoutes,
      passkeyRoutes,
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
      route('public', {
        summary: 'Make an account and sign in',
        body: RegisterBody,
        response: { 201: RegisterAnswer },
      }),
      async (request, reply) => {
        const made = await register(deps, {
          ...request.body,
          ...originOf(request),
          detectedRegion: detectRegion(deps, request),
        });
        return reply
          .status(201)
          .send({ success, ...made, message: ACCOUNT_MESSAGES.verificationSent });
      },
    );

    app.post(
      '/send-verification-code',
      route('optional', {
        summary: 'Send the verification mail again',
        body: SendVerificationBody,
        ...messageRoute,
      }),
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
      route('optional', {
        summary: 'Prove an e-mail address',
        description:
          'With the session of the user whom the link was sent to; without it a 403, and the link stays good.',
        body: VerifyEmailBody,
        ...messageRoute,
      }),
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
      route('public', {
        summary: 'Ask for a new password',
        body: ForgotPasswordBody,
        ...messageRoute,
      }),
      async (request) => {
        await requestPasswordReset(deps, { ...request.body, address: request.ip });
        return { success, message: ACCOUNT_MESSAGES.resetRequested };
      },
    );

    app.post(
      '/reset-password',
      route('public', {
        summary: 'Choose a new password',
        body: ResetPasswordBody,
        ...messageRoute,
      }),
      async (request) => {
        await resetPassword(deps, { ...request.body, address: request.ip });
        return { success, message: ACCOUNT_MESSAGES.passwordReset };
      },
    );

    app.post(
      '/user/pin',
      route('user', {
        summary: 'Choose the PIN that is asked for where money leaves',
        description: 'Takes the password, also to choose another one, and tells the user by mail.',
        body: SetPinBody,
        ...messageRoute,
      }),
      async (request) => {
        await setPin(deps, proofIn(request));
        return { success, message: ACCOUNT_MESSAGES.pinSet };
      },
    );
  };
