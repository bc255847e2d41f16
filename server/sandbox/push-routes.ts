import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { desc, eq } from 'drizzle-orm';

import { SandboxPush, SandboxPushQuery } from '../../contract/sandbox.ts';
import { Type } from 'typebox';
import { sandboxPushes } from '../db/schema/sandbox.ts';
import type { Deps } from '../deps.ts';
import { sendPushes } from '../notifications/push/send-pushes.ts';

const NEWEST = 100;

/**
 * What the sandbox has pushed to a device, or to all, newest first. What is due is sent first, so that no test waits
 * for the job.
 */
export const sandboxPushRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/push',
      {
        config: { access: 'public' },
        schema: {
          summary: 'Push messages of the sandbox',
          tags: ['Sandbox'],
          querystring: SandboxPushQuery,
          response: { 200: Type.Array(SandboxPush) },
        },
      },
      async ({ query: { token } }, reply) => {
        await sendPushes(deps);
        const rows = await deps.db
          .select()
          .from(sandboxPushes)
          .where(token === undefined ? undefined : eq(sandboxPushes.token, token))
          .orderBy(desc(sandboxPushes.id))
          .limit(NEWEST);
        reply.header('cache-control', 'no-store');
        return rows.map((row) => ({
          token: row.token,
          // Written by the sandbox's sender alone.
          message: row.message as SandboxPush['message'],
          sent_at: row.sentAt.toISOString(),
        }));
      },
    );
  };
