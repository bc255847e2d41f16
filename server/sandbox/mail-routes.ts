import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { SandboxMailQuery } from '../../contract/sandbox.ts';
import { comparableEmail } from '../accounts/normalise-email.ts';
import type { Deps } from '../deps.ts';
import { listMails } from '../notifications/mail/mail-content.ts';
import { renderMailPage } from './mail-page.ts';

/** The page is its own: no script, nothing from elsewhere. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/** The sandbox's post box: what would have left by mail, as JSON for programs and as a page for people. */
export const sandboxMailRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/mail',
      {
        config: { access: 'public' },
        schema: {
          summary: 'Mail of the sandbox',
          tags: ['Sandbox'],
          querystring: SandboxMailQuery,
        },
      },
      async (request, reply) => {
        const to = comparableEmail(request.query.to ?? '') || undefined;
        const list = await listMails(deps, to);
        reply.header('cache-control', 'no-store').header('vary', 'accept');
        if (!wantsPage(request.headers.accept)) return list;
        return reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', PAGE_POLICY)
          .send(renderMailPage(list, to));
      },
    );
  };

/** A browser names text/html first; a program names JSON, anything, or nothing. */
const wantsPage = (accept: string | undefined): boolean =>
  (accept ?? '').split(',')[0]?.trim().startsWith('text/html') ?? false;
