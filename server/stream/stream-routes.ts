import type { Readable } from 'node:stream';

import { and, eq, gt, inArray, isNull, ne, or, sql } from 'drizzle-orm';
import { Gauge } from 'prom-client';
import { Type } from 'typebox';

import { STREAM_VOUCHERS_MAX } from '../../contract/constants.ts';
import { StreamHeaders, StreamQuery } from '../../contract/stream.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { sessions, users } from '../db/schema/accounts.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { routesOf, taggedRoutes } from '../http/route-options.ts';

const EVENT_STREAM = 'text/event-stream';

/** In one statement, however many there are. */
export const findLiveSessions =
  ({ db, clock }: Pick<Deps, 'db' | 'clock'>) =>
  async (ids: readonly number[]): Promise<ReadonlySet<number>> => {
    const rows = await db
      .select({ id: sessions.id })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(
        and(
          sql`${sessions.id} = any (${sql.param(`{${ids.join(',')}}`)}::int[])`,
          isNull(sessions.revokedAt),
          gt(sessions.expiresAt, dateOf(clock)),
          isNull(users.blockedAt),
          isNull(users.deletedAt),
        ),
      );
    return new Set(rows.map(({ id }) => id));
  };

/** The vouchers whose views the caller may ask for, and their own. */
async function findFollowed(
  db: Db,
  userId: number,
  ulids: readonly string[],
): Promise<ReadonlyMap<number, string>> {
  if (ulids.length === 0) return new Map();
  const rows = await db
    .select({ id: vouchers.id, ulid: vouchers.ulid })
    .from(vouchers)
    .where(
      and(
        inArray(vouchers.ulid, [...ulids]),
        or(
          eq(vouchers.creatorId, userId),
          and(
            ne(vouchers.status, 'pending'),
            or(eq(vouchers.purpose, 'giveaway'), eq(vouchers.isPrivate, false)),
          ),
        ),
      ),
    );
  return new Map(rows.map(({ id, ulid }) => [id, ulid]));
}

const route = taggedRoutes('Notifications', { isStream: true });

export const streamRoutes = routesOf(async (app, { db, streams }) => {
  app.metrics.registerMetric(
    new Gauge({
      name: 'streams_open',
      help: 'Event streams that are open on this node',
      registers: [],
      collect() {
        this.set(streams.count);
      },
    }),
  );
  app.addHook('preClose', async () => streams.stop());

  app.get(
    '/stream',
    route('user', {
      summary: 'Hints that something has changed, as they happen',
      description: `Events have no data but the ULID of a voucher: \`voucher\` for those that are named (at most ${STREAM_VOUCHERS_MAX}; those that cannot be seen are passed over), and \`balance\`, \`notification\` and \`case\` for the caller. Ask for what has changed with its own call. With \`Last-Event-ID\` an event for all that was missed comes first, or one of each kind where that is not known. A comment comes every 25 s. A session has one stream, of which a later one takes the place; 429 and 503 say when to come again.`,
      querystring: StreamQuery,
      headers: StreamHeaders,
      response: {
        200: { content: { [EVENT_STREAM]: { schema: Type.Unsafe<Readable | ''>(Type.String()) } } },
      },
    }),
    async (request, reply) => {
      const { userId, sessionId } = callerOf(request);
      const ulids = request.query.vouchers?.split(',') ?? [];
      const followed = await findFollowed(db, userId, ulids);
      reply.type(EVENT_STREAM);
      if (request.method === 'HEAD') return reply.send('');
      const lastEventId = request.headers['last-event-id'];
      return reply.send(streams.open({ userId, sessionId, vouchers: followed, lastEventId }));
    },
  );
});
