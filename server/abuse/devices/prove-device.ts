import { sql } from 'drizzle-orm';

import {
  DEVICE_WORK_MAX,
  DEVICES_PER_WORK,
  DEVICES_WINDOW_MS,
} from '../../../contract/constants.ts';
import type { DeviceChallenge, ProveDeviceBody } from '../../../contract/devices.ts';
import { dateOf } from '../../clock.ts';
import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { makeChallenge, workDone } from '../work/signed-work.ts';
import { deviceToken } from './device-token.ts';
import { networkHash } from './network-hash.ts';

/** A network may have proven so many more devices since the challenge was made. */
const GROWTH_ALLOWED = 2;

type Parts = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>;

/** Whose work it is. */
interface Worker {
  readonly deviceId: string;
  /** The hash of its network. */
  readonly network: string;
}

/**
 * Gives a device its token for a solved challenge. The same solution again gives the same token and counts
 * once.
 * @param address where the request comes from
 * @throws AppError `work_required` with a `challenge`: without a solution, or with one that is wrong, late,
 * another device's, or of far less work than its network needs by now, because many were solved at once.
 */
export async function proveDevice(
  parts: Parts,
  { device_id: deviceId, payload }: ProveDeviceBody,
  address: string,
): Promise<string> {
  const worker = { deviceId, network: networkHash(parts.secrets, address) };
  const { network } = worker;
  const owner = { device_id: deviceId, network };
  const done = payload && (await workDone(parts, 'device-work', owner, payload));
  const since = new Date(parts.clock.now() - DEVICES_WINDOW_MS);
  const work =
    done === undefined
      ? undefined
      : await inTransaction(parts.db, (tx) => record(tx, parts, worker, done, since));
  if (work !== undefined) return deviceToken(parts.secrets, deviceId, work);
  const needed = await workNeeded(parts.db, worker, since);
  const terms = { ...owner, work: needed };
  throw new AppError('work_required', {
    details: { challenge: await makeChallenge<DeviceChallenge>(parts, 'device-work', terms) },
  });
}

/** @returns the most work that the device has proven; undefined when what was done is no longer enough. */
async function record(
  tx: Db,
  { clock }: Pick<Parts, 'clock'>,
  worker: Worker,
  done: number,
  since: Date,
): Promise<number | undefined> {
  // One after the other in a network, so that a burst counts as the same devices in a row.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${worker.network}::text, 0))`);
  if (done * GROWTH_ALLOWED < (await workNeeded(tx, worker, since))) return undefined;
  const [row] = await queryRows<{ work: number }>(
    tx,
    sql`
    insert into devices (device_id, network, proved_at, work)
    values (${worker.deviceId}::text, ${worker.network}::text, ${dateOf(clock).toISOString()}::timestamptz, ${done}::int)
    on conflict (device_id) do update set work = greatest(devices.work, excluded.work)
    returning work`,
  );
  return row?.work;
}

/** The work that a network's next device has to do, times that of a quiet one. Itself it does not count. */
async function workNeeded(db: Db, { deviceId, network }: Worker, since: Date): Promise<number> {
  const most = DEVICES_PER_WORK * (DEVICE_WORK_MAX - 1);
  const [row] = await queryRows<{ devices: number }>(
    db,
    sql`
    select count(*)::int as devices from (
      select 1 from devices
      where network = ${network}::text and proved_at > ${since.toISOString()}::timestamptz
        and device_id <> ${deviceId}::text
      limit ${most}
    ) as recent`,
  );
  return 1 + Math.floor((row?.devices ?? 0) / DEVICES_PER_WORK);
}
