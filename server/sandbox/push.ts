import { desc, eq, lt } from 'drizzle-orm';
import { Type } from 'typebox';

import { SandboxPush, SandboxPushQuery } from '../../contract/sandbox.ts';
import { sandboxPushes } from '../db/schema/sandbox.ts';
import { createPushOutbox } from '../notifications/push/send-pushes.ts';
import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import type { Db } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { routesOf, taggedRoutes } from '../http/route-options.ts';
import type { PushSender } from '../notifications/push/push-message.ts';

const NEWEST = 100;

const route = taggedRoutes('Sandbox');

/** Sends due messages first, so that tests do not wait for the job. */
export const sandboxPushRoutes = routesOf(async (app, deps) => {
  app.get(
    '/push',
    route('public', 'Push messages of the sandbox', Type.Array(SandboxPush), {
      querystring: SandboxPushQuery,
    }),
    async ({ query: { token } }, reply) => {
      if (deps.push) await createPushOutbox(deps, deps.push).sendDue();
      const rows = await deps.db
        .select()
        .from(sandboxPushes)
        .where(token === undefined ? undefined : eq(sandboxPushes.token, token))
        .orderBy(desc(sandboxPushes.id))
        .limit(NEWEST);
      reply.header('cache-control', 'no-store');
      return rows.map((row) => ({
        token: row.token,
        message: row.message as SandboxPush['message'],
        sent_at: row.sentAt.toISOString(),
      }));
    },
  );
});

/** Tokens that end in `-gone` are expired. */
export const createSandboxPush = ({ db, clock }: Pick<Deps, 'db' | 'clock'>): PushSender => ({
  async send(token, { data }) {
    if (token.endsWith('-gone')) return { kind: 'gone' };
    const message = { data, from: 'sandbox', priority: 'normal' };
    await db.insert(sandboxPushes).values({ token, message, sentAt: dateOf(clock) });
    return { kind: 'sent' };
  },
});

export const deleteSandboxPushes = (db: Db, before: Date): Promise<number> =>
  deleteInBatches(db, sandboxPushes, lt(sandboxPushes.sentAt, before));
