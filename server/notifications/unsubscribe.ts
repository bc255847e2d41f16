import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';

import { escapeHtml } from '../../contract/document/escape-html.ts';
import {
  NOTICE_KINDS,
  type NoticeKind,
  type ToldKind,
  NOTICE_LABELS,
} from '../../contract/notifications/kinds.ts';
import { htmlPage } from '../lib/html-page.ts';
import { equalInConstantTime, type Secrets } from '../config/secrets.ts';
import { routesOf, taggedRoutes } from '../http/route-options.ts';
import { NO_PAGE } from '../http/security-headers.ts';
import { UnsubscribeQuery } from '../../contract/notifications/calls.ts';
import { AppError } from '../http/app-error.ts';
import { stopMails } from './preferences.ts';

interface Mailed<Kind extends ToldKind = ToldKind> {
  readonly userId: number;
  readonly kind: Kind;
}

const CONTEXT = 'unsubscribe';
const wordsOf = ({ userId, kind }: Mailed): string => `${userId}.${kind}`;

/** `{user}.{kind}.{keyed hash}`; valid without sign-in and without end. */
export const unsubscribeToken = (secrets: Secrets, subscription: Mailed): string =>
  `${wordsOf(subscription)}.${secrets.lookupHash(wordsOf(subscription), CONTEXT)}`;

/** @returns undefined for a forged token */
function readUnsubscribeToken(secrets: Secrets, token: string): Mailed<NoticeKind> | undefined {
  const [user = '', name, given = ''] = token.split('.');
  const kind = NOTICE_KINDS.find((known) => known === name);
  if (!kind || !/^[1-9]\d{0,9}$/.test(user)) return undefined;
  const subscription = { userId: Number(user), kind };
  const hashes = secrets.lookupHashes(wordsOf(subscription), CONTEXT);
  return hashes.some((hash) => equalInConstantTime(hash, given)) ? subscription : undefined;
}

const STYLE = `
:root{color-scheme:light dark;--ground:#f3f1ea;--surface:#fff;--text:#121843;--band:#1a2158;--primary:#2a3ea8;--on-primary:#fff}
@media (prefers-color-scheme:dark){:root{--ground:#0b0f2a;--surface:#151b45;--text:#f5f2e8;--band:#171e50;--primary:#ffbf2b;--on-primary:#121843}}
*{box-sizing:border-box;margin:0}
body{min-height:100vh;display:grid;place-items:center;padding:16px;background:var(--ground);color:var(--text);font:16px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;overflow-wrap:anywhere}
main{width:100%;max-width:400px;overflow:hidden;border-radius:28px;background:var(--surface)}
header{padding:16px 20px;background:var(--band);color:#fff;font-weight:700}
.body{display:grid;gap:16px;padding:20px}
h1{font-size:20px;line-height:1.25}
button,a{display:block;width:100%;min-height:48px;padding:12px;border:0;border-radius:14px;background:var(--primary);color:var(--on-primary);font:inherit;font-weight:650;text-align:center;text-decoration:none;cursor:pointer}
:focus-visible{outline:3px solid var(--text);outline-offset:2px}
`;

/** Allows only the page's own style and a form to the same origin. */
const UNSUBSCRIBE_POLICY = `${NO_PAGE}; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; form-action 'self'`;

/** Opening the link changes nothing, because mail scanners open links. Works without JavaScript. */
const renderAsk = (about: string): string =>
  renderPage(
    'Stop these mails?',
    `<p>You will get no more mails about: ${escapeHtml(about)}.</p><form method="post"><button>Stop these mails</button></form>`,
  );

const renderStopped = (about: string, settingsUrl: string): string =>
  renderPage(
    'You get no more of these mails',
    `<p>About: ${escapeHtml(about)}. The app still tells you, unless you turn that off, too.</p><a href="${escapeHtml(settingsUrl)}">Notification settings</a>`,
  );

const renderUnknown = (settingsUrl: string): string =>
  renderPage(
    'This link is not complete',
    `<p>Open it from the mail again, or choose in the app what we mail you about.</p><a href="${escapeHtml(settingsUrl)}">Notification settings</a>`,
  );

const renderPage = (title: string, body: string): string =>
  htmlPage(
    `${title} · Goodies`,
    STYLE,
    `<header>Goodies</header>
<div class="body"><h1>${title}</h1>${body}</div>`,
  );

const FORM_BYTES = 1024;

const route = taggedRoutes('Notifications');
const schema = {
  querystring: UnsubscribeQuery,
  response: {
    200: { description: 'A page', content: { 'text/html': { schema: Type.String() } } },
  },
};

/**
 * Unsubscribing by a signed link, without a session. Mail programs post to it themselves (RFC 8058); a reader is
 * asked first.
 */
export const unsubscribeRoutes = routesOf(async (app, deps) => {
  const settings = `${deps.config.publicOrigin}/profile/notifications`;
  const path = '/notifications/unsubscribe';

  // The form's body repeats the address, so it is ignored.
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_BYTES },
    (_request, _body, done) => done(null),
  );

  app.get(
    path,
    route('public', { ...schema, summary: 'Ask whether mails of a kind are to end' }),
    async (request, reply) => {
      const found = readUnsubscribeToken(deps.secrets, request.query.token);
      if (!found) return refuse(request, reply, settings);
      return sendPage(reply, 200, renderAsk(NOTICE_LABELS[found.kind]));
    },
  );

  app.post(
    path,
    route('public', { ...schema, summary: 'End mails of a kind' }),
    async (request, reply) => {
      const found = readUnsubscribeToken(deps.secrets, request.query.token);
      if (!found) return refuse(request, reply, settings);
      await stopMails(deps, found.userId, found.kind);
      return sendPage(reply, 200, renderStopped(NOTICE_LABELS[found.kind], settings));
    },
  );
});

/** People get a page, programs the usual error. */
function refuse(request: FastifyRequest, reply: FastifyReply, settings: string): FastifyReply {
  if (!request.headers.accept?.includes('text/html')) throw new AppError('not_found');
  return sendPage(reply, 404, renderUnknown(settings));
}

const sendPage = (reply: FastifyReply, status: number, page: string): FastifyReply =>
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', UNSUBSCRIBE_POLICY)
    .send(page);
