import { sql, lt } from 'drizzle-orm';

import { ProveDeviceBody, ProveDeviceAnswer } from '../../contract/devices.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { deviceWorkRequired, workDone, type WorkOwner } from './proof-of-work.ts';
import { deviceToken, networkHash } from './device-token.ts';
import { countHit } from '../http/rate-limit.ts';
import { devices } from '../db/schema/accounts.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';

/** The work grows by one unit for each 50 devices of a network in the last hour. */
export const DEVICES_PER_WORK = 50;
export const DEVICES_WINDOW_MS = HOUR_MS;
export const DEVICE_WORK_MAX = 16;

/** A network may have proven this many times more devices since the challenge was made. */
const GROWTH_ALLOWED = 2;

type Parts = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>;

/** The same solution gives the same token and counts once. @throws AppError `work_required` */
export async function proveDevice(
  parts: Parts,
  { device_id: deviceId, payload }: ProveDeviceBody,
  address: string,
): Promise<string> {
  const owner = { device_id: deviceId, network: networkHash(parts.secrets, address) };
  const done = payload && (await workDone(parts, 'device-work', owner, payload));
  const since = new Date(parts.clock.now() - DEVICES_WINDOW_MS);
  const work =
    done === undefined
      ? undefined
      : await inTransaction(parts.db, (tx) => record(tx, parts, owner, done, since));
  if (work !== undefined) return deviceToken(parts.secrets, deviceId, work);
  const needed = await workNeeded(parts.db, owner, since);
  throw await deviceWorkRequired(parts, 'device-work', { ...owner, work: needed });
}

async function record(
  tx: Db,
  { clock }: Pick<Parts, 'clock'>,
  owner: WorkOwner,
  done: number,
  since: Date,
): Promise<number | undefined> {
  // Devices of one network are proven in sequence, so that a burst counts fully.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${owner.network}::text, 0))`);
  if (done * GROWTH_ALLOWED < (await workNeeded(tx, owner, since))) return undefined;
  const [row] = await queryRows<{ work: number }>(tx)`
    insert into devices (device_id, network, proved_at, work)
    values (${owner.device_id}::text, ${owner.network}::text, ${dateOf(clock).toISOString()}::timestamptz, ${done}::int)
    on conflict (device_id) do update set work = greatest(devices.work, excluded.work)
    returning work`;
  return row?.work;
}

async function workNeeded(
  db: Db,
  { device_id: deviceId, network }: WorkOwner,
  since: Date,
): Promise<number> {
  const most = DEVICES_PER_WORK * (DEVICE_WORK_MAX - 1);
  const [row] = await queryRows<{ devices: number }>(db)`
    select count(*)::int as devices from (
      select 1 from devices
      where network = ${network}::text and proved_at > ${since.toISOString()}::timestamptz
        and device_id <> ${deviceId}::text
      limit ${most}
    ) as recent`;
  return 1 + Math.floor((row?.devices ?? 0) / DEVICES_PER_WORK);
}

/** The limit allows a city behind one address. */
const CALLS = { hits: 3_000, windowMs: 600_000 };

const route = taggedRoutes('Devices');

export const deviceRoutes = routesOf(async (app, deps) => {
  app.post(
    '/devices',
    route('public', 'Prove a device by work', ProveDeviceAnswer, {
      description:
        'Without a payload the answer is a 428 `work_required` with a `challenge` for altcha-lib; with its solution it is a token, to be sent as `X-Device-Token` beside the same `X-Device-Id`.',
      body: ProveDeviceBody,
    }),
    async (request) => {
      const { ip, body } = request;
      const key = `devices:network:${networkHash(deps.secrets, ip)}`;
      await countHit(deps.db, key, CALLS, deps.clock.now());
      return { success, token: await proveDevice(deps, body, ip) };
    },
  );
});

/** Tokens of deleted devices stay valid. */
export async function sweepDevices({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  await db.delete(devices).where(lt(devices.provedAt, new Date(clock.now() - DEVICES_WINDOW_MS)));
}

export function registerDeviceJobs(deps: Deps): void {
  deps.jobs.handle('sweep-devices', () => sweepDevices(deps), '41 * * * *');
}
