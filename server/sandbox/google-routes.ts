import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from 'typebox';

import { Closed, Literals, Text } from '../../contract/common.ts';
import { callbackUrlOf } from '../accounts/google/identity-provider.ts';
import { normaliseEmail } from '../accounts/normalise-email.ts';
import type { Deps } from '../deps.ts';
import { fieldError } from '../http/app-error.ts';
import { renderGooglePage } from './google-page.ts';
import { sealCode } from './google-provider.ts';
import { readForms, sendTestPage } from './serve-test-page.ts';

const ASKED = { state: Text(1, 200), nonce: Text(1, 200), code_challenge: Text(1, 200) };
const Query = Closed(ASKED);
const Choice = Closed({
  ...ASKED,
  outcome: Literals(['continue', 'cancel']),
  email: Type.Optional(Type.String({ maxLength: 254 })),
  verified: Type.Optional(Type.Literal('1')),
});

/** What plays Google, at /sandbox/google. It sends people back to this app alone, as Google does. */
export const sandboxGoogleRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const open = { access: 'public' as const };
    const { publicOrigin } = deps.config;
    readForms(app);

    app.get(
      '/google',
      { config: open, schema: { hide: true, querystring: Query } },
      async (request, reply) =>
        sendTestPage(reply, { publicOrigin }, renderGooglePage(request.query)),
    );

    app.post(
      '/google',
      { config: open, schema: { hide: true, body: Choice } },
      async (request, reply) => {
        const { outcome, email = '', verified, state, nonce } = request.body;
        const codeChallenge = request.body.code_challenge;
        const hasConsented = outcome === 'continue';
        // The page itself asks for one; nothing that a person sends comes here without.
        if (hasConsented && normaliseEmail(email) === undefined)
          throw fieldError('email', 'is not in the right form');
        const person = { email, isVerified: verified !== undefined };
        const answer = hasConsented
          ? { code: sealCode(deps, person, { nonce, codeChallenge }) }
          : { error: 'access_denied' };
        const back = new URLSearchParams({ ...answer, state });
        return reply.redirect(`${callbackUrlOf(publicOrigin)}?${back.toString()}`, 303);
      },
    );
  };
