import { randomUUID } from 'node:crypto';

import type { DeviceChallenge, ProveDeviceAnswer } from '../../contract/devices.ts';
import { solved } from '../fixtures/api/devices.ts';
import { post, read, type Headers } from './api.ts';

/** Headers of a device of the farm, and the work that its token took. */
export interface FarmDevice {
  readonly headers: Headers;
  readonly work: number;
}

/** An address in one of the farm's networks; the server has to believe `X-Forwarded-For`. */
const addressIn = (network: number): Headers => ({
  'x-forwarded-for': `102.88.${network}.7`,
});

/** A device whose id is made up. */
export const inventDevice = (network: number): FarmDevice => ({
  headers: { ...addressIn(network), 'x-device-id': randomUUID() },
  work: 0,
});

/** A device that does its work. */
export async function proveDevice(url: string, network: number): Promise<FarmDevice> {
  const { headers } = inventDevice(network);
  const device_id = headers['x-device-id'] ?? '';
  const asked = await post(url, '/api/v1/devices', { device_id }, headers);
  const { challenge } = (await asked.json()) as { challenge: DeviceChallenge };
  const payload = await solved(challenge);
  const answer = await post(url, '/api/v1/devices', { device_id, payload }, headers);
  const { work } = challenge.parameters.data;
  // Its network has become busier meanwhile: the work was for nothing.
  if (!answer.ok) return { headers, work };
  const { token } = await read<ProveDeviceAnswer>(answer);
  return { headers: { ...headers, 'x-device-token': token }, work };
}
