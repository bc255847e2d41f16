import type { FastifyReply } from 'fastify';

import { AddPasskeyBody } from '../../contract/accounts/passkeys.ts';
import { Base64UrlSchema, Closed, PasskeyProofSchema } from '../../contract/common.ts';
import { STAFF_COOKIE, staffTokenOf } from '../http/access.ts';
import { routesOf, success } from '../http/route-options.ts';
import { guardOffice, HIDDEN, sendPage } from './guard-office.ts';
import { logInPage, welcomePage } from './pages.ts';
import { PASSKEY_SCRIPT } from './passkey-script.ts';
import {
  addStaffPasskey,
  beginStaffLogin,
  beginStaffPasskey,
  endStaffSession,
  findInvited,
  logStaffIn,
  STAFF_SESSION_MS,
} from './staff.ts';

const Token = Base64UrlSchema(100);
const WelcomeBody = Closed({ ...AddPasskeyBody.properties, token: Token });

const open = { config: { access: 'public' as const }, schema: HIDDEN };
const forStaff = { config: { access: 'staff' as const }, schema: HIDDEN };

/** How staff get in and out: by an invitation, then by the passkey that it set up. */
export const staffLogInRoutes = routesOf(async (app, deps) => {
  const isSecure = deps.config.publicOrigin.startsWith('https:');
  guardOffice(app, deps.config.publicOrigin);

  const sessionCookie = (token: string, seconds: number): string =>
    `${STAFF_COOKIE}=${token}; Path=/admin; HttpOnly; SameSite=Strict; Max-Age=${seconds}${isSecure ? '; Secure' : ''}`;
  const signIn = (reply: FastifyReply, token: string) => {
    reply.header('set-cookie', sessionCookie(token, STAFF_SESSION_MS / 1000));
    return { success };
  };

  app.get('/admin/passkeys.js', open, (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').send(PASSKEY_SCRIPT),
  );
  app.get('/admin/log-in', open, (_request, reply) => sendPage(reply, logInPage()));
  app.post('/admin/log-in/options', open, async () => ({
    success,
    data: await beginStaffLogin(deps),
  }));
  app.post(
    '/admin/log-in',
    { ...open, schema: { ...HIDDEN, body: PasskeyProofSchema } },
    async (request, reply) => signIn(reply, await logStaffIn(deps, request.body)),
  );
  app.get(
    '/admin/welcome',
    { ...open, schema: { ...HIDDEN, querystring: Closed({ token: Token }) } },
    async ({ query: { token } }, reply) =>
      sendPage(reply, welcomePage(await findInvited(deps, token), token)),
  );
  app.post(
    '/admin/welcome/options',
    { ...open, schema: { ...HIDDEN, body: Closed({ token: Token }) } },
    async (request) => ({ success, data: await beginStaffPasskey(deps, request.body.token) }),
  );
  app.post(
    '/admin/welcome',
    { ...open, schema: { ...HIDDEN, body: WelcomeBody } },
    async (request, reply) => {
      const { token, ...made } = request.body;
      return signIn(reply, await addStaffPasskey(deps, token, made));
    },
  );
  app.post('/admin/log-out', forStaff, async (request, reply) => {
    await endStaffSession(deps.db, staffTokenOf(request) ?? '');
    return reply.header('set-cookie', sessionCookie('', 0)).redirect('/admin/log-in', 303);
  });
});
