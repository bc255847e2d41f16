import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';

import type { DeviceChallenge, ProveDeviceAnswer } from '../../contract/devices.ts';
import { solved } from '../fixtures/api/devices.ts';
import { post, postGiveaway, read, stateOf } from './api.ts';

/** What a farm has. */
export interface Means {
  /** Whether its devices do the work; else it makes up their ids. */
  readonly works: boolean;
  /** Addresses in so many networks; more than one needs a server that believes `X-Forwarded-For`. */
  readonly networks: number;
  /** Devices at work at the same time. */
  readonly cores: number;
  /** It gives up after so many devices. */
  readonly devices: number;
}

/** What it cost, and what came of it. */
export interface Outcome {
  readonly devices: number;
  /** The work of all devices, each times that of a quiet network. */
  readonly work: number;
  readonly cpuSeconds: number;
  readonly seconds: number;
  readonly views: number;
  readonly opened: boolean;
}

/** How many pages are opened between two looks at the voucher. */
const LOOK_EVERY = 25;

/** By then the last views are written. */
const WRITTEN_AFTER_MS = 1_500;

type Proof = { readonly headers: Readonly<Record<string, string>>; readonly work: number };

/** A new device of the farm. */
async function makeDevice(url: string, { works, networks }: Means, index: number): Promise<Proof> {
  const device_id = randomUUID();
  const headers = {
    'x-device-id': device_id,
    ...(networks > 1 && { 'x-forwarded-for': `102.88.${index % networks}.7` }),
  };
  if (!works) return { headers, work: 0 };
  const asked = await post(url, '/api/v1/devices', { device_id }, headers);
  const { challenge } = (await asked.json()) as { challenge: DeviceChallenge };
  const payload = await solved(challenge);
  const answer = await post(url, '/api/v1/devices', { device_id, payload }, headers);
  // Its network has become busier meanwhile: the work was for nothing.
  const token = answer.ok ? (await read<ProveDeviceAnswer>(answer)).token : '';
  const { work } = challenge.parameters.data;
  return { headers: { ...headers, ...(token && { 'x-device-token': token }) }, work };
}

/** Opens the voucher's page: the view counts within a second, which no answer waits for. */
const open = async (url: string, ulid: string, { headers }: Proof): Promise<void> =>
  void (await read(await fetch(`${url}/api/v1/vouchers/${ulid}`, { headers })));

/** Looks at a new giveaway with device after device until its digit opens or the means are at an end. */
export async function openDigit(url: string, threshold: number, means: Means): Promise<Outcome> {
  const ulid = await postGiveaway(url, threshold);
  const { hidden } = await stateOf(url, ulid);
  const [startMs, cpu] = [performance.now(), process.cpuUsage()];
  let devices = 0;
  let work = 0;
  let state = { views: 0, hidden };
  const workOn = async (): Promise<void> => {
    while (devices < means.devices && state.hidden === hidden) {
      devices += 1;
      const index = devices;
      const device = await makeDevice(url, means, index);
      work += device.work;
      await open(url, ulid, device);
      if (index % LOOK_EVERY === 0) state = await stateOf(url, ulid);
    }
  };
  await Promise.all(Array.from({ length: means.cores }, workOn));
  const { user, system } = process.cpuUsage(cpu);
  const seconds = (performance.now() - startMs) / 1000;
  await delay(WRITTEN_AFTER_MS);
  state = await stateOf(url, ulid);
  return {
    devices,
    work,
    cpuSeconds: (user + system) / 1e6,
    seconds,
    views: state.views,
    opened: state.hidden < hidden,
  };
}
