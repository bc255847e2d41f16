import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';

import { UnsubscribeQuery } from '../../contract/notifications/calls.ts';
import { NOTICE_LABELS } from '../../contract/notifications/kinds.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { stopMails } from './preferences.ts';
import {
  readUnsubscribeToken,
  renderAsk,
  renderStopped,
  renderUnknown,
  UNSUBSCRIBE_POLICY,
} from './unsubscribe.ts';

const FORM_BYTES = 1024;

const schema = {
  tags: ['Notifications'],
  querystring: UnsubscribeQuery,
  response: {
    200: { description: 'A page', content: { 'text/html': { schema: Type.String() } } },
  },
};

/**
 * Unsubscribing by a signed link, without a session. Mail programs post to it themselves (RFC 8058); a reader is
 * asked first.
 */
export const unsubscribeRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    const settings = `${deps.config.publicOrigin}/profile/notifications`;
    const config = { access: 'public' as const };
    const path = '/notifications/unsubscribe';

    // The form's body repeats the address, so it is ignored.
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: FORM_BYTES },
      (_request, _body, done) => done(null),
    );

    app.get(
      path,
      { config, schema: { ...schema, summary: 'Ask whether mails of a kind are to end' } },
      async (request, reply) => {
        const found = readUnsubscribeToken(deps.secrets, request.query.token);
        if (!found) return refuse(request, reply, settings);
        return sendPage(reply, 200, renderAsk(NOTICE_LABELS[found.kind]));
      },
    );

    app.post(
      path,
      { config, schema: { ...schema, summary: 'End mails of a kind' } },
      async (request, reply) => {
        const found = readUnsubscribeToken(deps.secrets, request.query.token);
        if (!found) return refuse(request, reply, settings);
        await stopMails(deps, found.userId, found.kind);
        return sendPage(reply, 200, renderStopped(NOTICE_LABELS[found.kind], settings));
      },
    );
  };

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
