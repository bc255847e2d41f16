import { setTimeout as delay } from 'node:timers/promises';

import { opensAt, postGiveaway, read, stateOf } from './api.ts';
import { inventDevice, proveDevice } from './devices.ts';

/** What a farm of devices has. */
export interface DeviceFarm {
  /** Whether its devices do the work; else it makes up their ids. */
  readonly works: boolean;
  readonly networks: number;
  /** The number of the first: a network that another farm has made busy asks for more work. */
  readonly firstNetwork: number;
  /** Devices at work at the same time. */
  readonly cores: number;
  /** It gives up after so many devices. */
  readonly devices: number;
}

export interface ViewsOutcome {
  readonly devices: number;
  /** The work of all devices, each times that of a quiet network. */
  readonly work: number;
  readonly views: number;
  readonly opened: boolean;
}

/** How many pages are opened between two looks at the voucher. */
const LOOK_EVERY = 25;

/** By then the last views are written. */
const WRITTEN_AFTER_MS = 1_500;

/** Looks at a new giveaway with device after device until its digit opens or the means are at an end. */
export async function openDigit(
  url: string,
  threshold: number,
  farm: DeviceFarm,
): Promise<ViewsOutcome> {
  const { ulid } = await postGiveaway(url, opensAt(threshold));
  const { mask } = await stateOf(url, ulid);
  let devices = 0;
  let work = 0;
  let state = { views: 0, mask };
  const workOn = async (): Promise<void> => {
    while (devices < farm.devices && state.mask === mask) {
      devices += 1;
      const index = devices;
      const network = farm.firstNetwork + (index % farm.networks);
      const device = farm.works ? await proveDevice(url, network) : inventDevice(network);
      work += device.work;
      // The view counts within a second, which no answer waits for.
      await read(await fetch(`${url}/api/v1/vouchers/${ulid}`, { headers: device.headers }));
      if (index % LOOK_EVERY === 0) state = await stateOf(url, ulid);
    }
  };
  await Promise.all(Array.from({ length: farm.cores }, workOn));
  await delay(WRITTEN_AFTER_MS);
  state = await stateOf(url, ulid);
  return { devices, work, views: state.views, opened: state.mask !== mask };
}
