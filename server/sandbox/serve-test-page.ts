import type { FastifyInstance, FastifyReply } from 'fastify';

import { testPagePolicy } from './test-page.ts';

const FORM_MAX_BYTES = 4_096;

/** Lets the routes of a page take plain HTML forms, which nothing else on this server does. */
export const readForms = (app: Pick<FastifyInstance, 'addContentTypeParser'>): void => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
};

/** Sends a page of `renderTestPage`, whose forms may lead back to the app. */
export const sendTestPage = (
  reply: FastifyReply,
  { publicOrigin, status = 200 }: { readonly publicOrigin: string; readonly status?: number },
  html: string,
): FastifyReply =>
  reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('content-security-policy', testPagePolicy(new URL(publicOrigin).origin))
    .send(html);
