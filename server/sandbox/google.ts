import { Type } from 'typebox';

import { Closed, Literals, Text } from '../../contract/common.ts';
import { callbackUrlOf } from '../accounts/google/identity-provider.ts';
import { normaliseEmail } from '../accounts/normalise-email.ts';
import { fieldError } from '../http/app-error.ts';
import { encryptCode } from './google-provider.ts';
import { readForms } from '../http/read-forms.ts';
import { sendTestPage, renderTestPage } from './test-page.ts';
import { escapeHtml } from '../../contract/document/escape-html.ts';
import { routesOf } from '../http/route-options.ts';

const ASKED = { state: Text(1, 200), nonce: Text(1, 200), code_challenge: Text(1, 200) };
const Query = Closed(ASKED);
const Choice = Closed({
  ...ASKED,
  outcome: Literals(['continue', 'cancel']),
  email: Type.Optional(Type.String({ maxLength: 254 })),
  verified: Type.Optional(Type.Literal('1')),
});

export const sandboxGoogleRoutes = routesOf(async (app, deps) => {
  const open = { access: 'public' as const };
  const { publicOrigin } = deps.config;
  readForms(app);

  app.get(
    '/google',
    { config: open, schema: { hide: true, querystring: Query } },
    async (request, reply) => sendTestPage(reply, deps.config, renderGooglePage(request.query)),
  );

  app.post(
    '/google',
    { config: open, schema: { hide: true, body: Choice } },
    async (request, reply) => {
      const { outcome, email = '', verified, state, nonce } = request.body;
      const codeChallenge = request.body.code_challenge;
      const hasConsented = outcome === 'continue';
      // The form requires an address, so only a forged request lacks one.
      if (hasConsented && normaliseEmail(email) === undefined)
        throw fieldError('email', 'is not in the right form');
      const person = { email, isVerified: verified !== undefined };
      const answer = hasConsented
        ? { code: encryptCode(deps, person, { nonce, codeChallenge }) }
        : { error: 'access_denied' };
      const back = new URLSearchParams({ ...answer, state });
      return reply.redirect(`${callbackUrlOf(publicOrigin)}?${back.toString()}`, 303);
    },
  );
});

const hidden = ([name, value]: readonly [string, string]): string =>
  `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`;

const renderGooglePage = (asked: Readonly<Record<string, string>>): string =>
  renderTestPage(
    'test sign-in',
    'Sign in with Google',
    `<h1>Sign in with Google</h1>
<p class="note">This stands in for Google. Be whoever you like.</p>
<form method="post">
${Object.entries(asked).map(hidden).join('\n')}
<label>E-mail<input name="email" type="email" autocomplete="email" maxlength="254" required></label>
<label class="check"><input type="checkbox" name="verified" value="1" checked><span>Google has verified this address</span></label>
<button class="main" name="outcome" value="continue">Continue</button>
<button name="outcome" value="cancel" formnovalidate>Cancel</button>
</form>`,
  );
