import type { FastifyInstance, FastifyReply } from 'fastify';

import { AdminError } from '../admin/record-action.ts';
import { AppError } from '../http/app-error.ts';
import { readForms } from '../http/read-forms.ts';
import { OFFICE_POLICY, refusalPage } from './pages.ts';

export const HIDDEN = { hide: true } as const;

export const sendPage = (reply: FastifyReply, html: string): FastifyReply =>
  reply.type('text/html; charset=utf-8').send(html);

/** What all routes of the back office share. @param publicOrigin the only one whose pages may send something */
export function guardOffice(
  app: Pick<FastifyInstance, 'addHook' | 'setErrorHandler' | 'addContentTypeParser'>,
  publicOrigin: string,
): void {
  const { origin } = new URL(publicOrigin);
  readForms(app);

  app.addHook('onRequest', async (request, reply) => {
    reply.header('content-security-policy', OFFICE_POLICY).header('referrer-policy', 'same-origin');
    // A form on another site would be sent with the cookie by a browser that does not know SameSite.
    if (request.method === 'POST' && request.headers.origin !== origin)
      throw new AppError('forbidden');
  });

  app.setErrorHandler(async (error: unknown, request, reply) => {
    const isPage = (request.headers.accept ?? '').includes('text/html');
    const isOurs = error instanceof AdminError || (error instanceof AppError && error.status < 500);
    if (!isPage || !isOurs) throw error;
    if (error instanceof AdminError)
      return sendPage(reply.status(422), refusalPage(request.member, error.message));
    if (error.code === 'unauthenticated') return reply.redirect('/admin/log-in', 303);
    return sendPage(reply.status(error.status), refusalPage(request.member, error.message));
  });
}
