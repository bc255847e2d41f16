import { routesOf, success, taggedRoutes } from '../http/route-options.ts';
import { googleProofRoutes } from './google/google-proof.ts';
import { googleRoutes } from './google/google-routes.ts';
import { passkeyRoutes } from './passkeys/own-passkeys.ts';
import { passkeyLoginRoutes } from './passkeys/sign-in-by-passkey.ts';
import { exportRoutes, profileRoutes } from './profile-routes.ts';
import {
  RegisterAnswer,
  RegisterBody,
  SendVerificationBody,
  VerifyEmailBody,
  ForgotPasswordBody,
  ResetPasswordBody,
  PointsAnswer,
  UserAnswer,
  UserQuery,
  LoginAnswer,
  LoginBody,
  SubscriptionAnswer,
  UserSchema,
  LimitsAnswer,
  LimitsSchema,
  SessionParams,
  SessionsAnswer,
} from '../../contract/accounts.ts';
import { ACCOUNT_MESSAGES } from '../../contract/accounts/account-messages.ts';
import { detectRegion } from '../regions/regions.ts';
import { register } from './sign-up.ts';
import { originOf, logOut, listSessions, revokeSession } from './sessions.ts';
import { MessageAnswer } from '../../contract/common.ts';
import { sendVerification, verifyEmail } from './verification.ts';
import { requestPasswordReset, resetPassword } from './change-password.ts';
import { pinRoutes } from './set-pin.ts';
import { freezeRoutes } from './freeze.ts';
import { dateOf } from '../clock.ts';
import { callerOf } from '../http/access.ts';
import { countUnread } from '../notifications/notifications.ts';
import { getUser, presentUser } from './users.ts';
import { subscriptionOf } from '../premium/premium-period.ts';
import { fieldError } from '../http/app-error.ts';
import { logIn } from './sign-in.ts';
import { moneyLimitRoutes } from './money-limits/routes.ts';
import { readLimits, setLimits } from './play-limits.ts';

const route = taggedRoutes('Accounts');

export const accountRoutes = routesOf(async (app, deps) => {
  for (const routes of [
    signUpRoutes,
    passwordRoutes,
    pinRoutes,
    freezeRoutes,
    googleRoutes,
    googleProofRoutes,
    userRoutes,
    passkeyRoutes,
    passkeyLoginRoutes,
    profileRoutes,
    exportRoutes,
    sessionRoutes,
    moneyLimitRoutes,
  ]) {
    await app.register(routes(deps));
  }
});

const signUpRoutes = routesOf(async (app, deps) => {
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
    route('optional', 'Send the verification mail again', MessageAnswer, {
      body: SendVerificationBody,
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
    route('optional', 'Prove an e-mail address', MessageAnswer, {
      description:
        'By the token of the mailed link or the code beside it, with the session of the user whom it was sent to. Without that session a link is answered 403 and stays good. A code is good for 30 minutes and five tries.',
      body: VerifyEmailBody,
    }),
    async (request) => {
      await verifyEmail(deps, { ...request.body, callerId: request.caller?.userId });
      return { success, message: ACCOUNT_MESSAGES.emailVerified };
    },
  );
});

const passwordRoutes = routesOf(async (app, deps) => {
  app.post(
    '/forgot-password',
    route('public', 'Ask for a new password', MessageAnswer, { body: ForgotPasswordBody }),
    async (request) => {
      await requestPasswordReset(deps, { ...request.body, address: request.ip });
      return {
        success,
        message: 'If an account has this address, a link to choose a new password is on its way.',
      };
    },
  );

  app.post(
    '/reset-password',
    route('public', 'Choose a new password', MessageAnswer, { body: ResetPasswordBody }),
    async (request) => {
      await resetPassword(deps, { ...request.body, address: request.ip });
      return { success, message: 'Your password is changed. Log in with the new one.' };
    },
  );
});

const userRoutes = routesOf(async (app, deps) => {
  app.post('/logout', route('user', 'End this session', MessageAnswer), async (request) => {
    await logOut(deps, callerOf(request).sessionId);
    return { success, message: 'You are logged out' };
  });

  app.get(
    '/user',
    route('user', 'The signed-in user', UserAnswer, { querystring: UserQuery }),
    async (request) => {
      const { userId } = callerOf(request);
      const now = dateOf(deps.clock);
      const row = await getUser(deps.db, userId);
      const unread = await countUnread(deps.db, userId);
      const data = { ...presentUser(row, now), unread_notifications: unread };
      return { success, data, subscription: subscriptionOf(row, now) };
    },
  );

  app.get(
    '/points',
    route('user', 'Coins of the signed-in user', PointsAnswer),
    async (request) => {
      const { points } = await getUser(deps.db, callerOf(request).userId);
      return { success, points };
    },
  );
});

export const accountLiteralRoutes = routesOf(async (app, deps) => {
  app.post(
    '/login',
    route('public', 'Sign in', LoginAnswer, { body: LoginBody }),
    async (request) => {
      const {
        email,
        username,
        password,
        remember = false,
        link_token: linkToken,
        work,
      } = request.body;
      const login = email ?? username;
      if (login === undefined) throw fieldError('email', 'is required');
      const credentials = { login, password, remember, linkToken, work };
      const signedIn = await logIn(deps, { ...credentials, ...originOf(request) });
      request.log.info({ reqId: request.id, user: signedIn.user.id }, 'signed in');
      return { success, ...signedIn };
    },
  );

  app.get('/user', route('user', 'The signed-in user', UserSchema), async (request) =>
    presentUser(await getUser(deps.db, callerOf(request).userId), dateOf(deps.clock)),
  );

  app.get(
    '/subscription/status',
    route('user', 'Premium or not', SubscriptionAnswer),
    async (request) => {
      const user = await getUser(deps.db, callerOf(request).userId);
      return { success, subscription: subscriptionOf(user, dateOf(deps.clock)) };
    },
  );
});

const sessionRoutes = routesOf(async (app, deps) => {
  app.get(
    '/user/sessions',
    route('user', 'Signed-in devices', SessionsAnswer),
    async (request) => ({ success, data: await listSessions(deps, callerOf(request)) }),
  );

  app.delete(
    '/user/sessions/:id',
    route('user', 'Sign a device out', MessageAnswer, { params: SessionParams }),
    async (request) => {
      await revokeSession(deps, callerOf(request), Number(request.params.id));
      return { success, message: 'That device is logged out' };
    },
  );

  app.get(
    '/user/limits',
    route('user', 'The user’s own play limits', LimitsAnswer),
    async (request) => ({ success, data: await readLimits(deps, callerOf(request).userId) }),
  );

  app.put(
    '/user/limits',
    route('user', 'Set the user’s own play limits', LimitsAnswer, {
      description: 'A break that runs is only ever made longer.',
      body: LimitsSchema,
    }),
    async (request) => ({
      success,
      data: await setLimits(deps, callerOf(request).userId, request.body),
    }),
  );
});
