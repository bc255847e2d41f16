import type { FastifyInstance } from 'fastify';

/** Two texts of 1,000 characters, each of up to nine bytes in a form. */
const FORM_MAX_BYTES = 20_000;

export const readForms = (app: Pick<FastifyInstance, 'addContentTypeParser'>): void => {
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', bodyLimit: FORM_MAX_BYTES },
    (_request, body, done) => done(null, Object.fromEntries(new URLSearchParams(String(body)))),
  );
};
