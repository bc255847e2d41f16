import { lt } from 'drizzle-orm';

import { DEVICES_WINDOW_MS } from '../../../contract/constants.ts';
import { devices } from '../../db/schema/devices.ts';
import type { Deps } from '../../deps.ts';

const QUEUE = 'sweep-devices';
const HOURLY = '41 * * * *';

/** Forgets devices once their network's work no longer counts them; their tokens stay good. */
export async function sweepDevices({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  // A challenge is solved long before, so no solution comes back for a device that is forgotten.
  await db.delete(devices).where(lt(devices.provedAt, new Date(clock.now() - DEVICES_WINDOW_MS)));
}

export function registerDeviceJobs(deps: Deps): void {
  deps.jobs.handle(QUEUE, () => sweepDevices(deps), HOURLY);
}
