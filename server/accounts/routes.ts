import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import type { Deps } from '../deps.ts';
import { googleRoutes } from './google/google-routes.ts';
import { passwordRoutes } from './password-routes.ts';
import { newPasskeyRoutes, passkeyRoutes } from './passkeys/passkey-routes.ts';
import { pinRoutes } from './pin/pin-routes.ts';
import { leavingRoutes, profileRoutes } from './profile/profile-routes.ts';
import { sessionRoutes } from './profile/session-routes.ts';
import { signUpRoutes } from './sign-up-routes.ts';
import { userRoutes } from './user-routes.ts';
import { verificationRoutes } from './verification-routes.ts';

/** Accounts, below /api/v1. */
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
      leavingRoutes,
      sessionRoutes,
    ]) {
      await app.register(routes(deps));
    }
  };
