import type { IncomingHttpHeaders } from 'node:http';

import { networkOf, type Prefix } from '../http/network-of.ts';
import { type Secrets, equalInConstantTime } from '../config/secrets.ts';

const HASH_CHARS = 32;
/** These prefixes cover all phones of a network operator's site. */
const SITE: Prefix = { ipv4: 24, ipv6: 48 };

export const networkHash = (secrets: Pick<Secrets, 'lookupHash'>, address: string): string =>
  secrets.lookupHash(networkOf(address, SITE), 'network').slice(0, HASH_CHARS);

const DEVICE_ID = /^[\w-]{16,64}$/;
const TOKEN = /^([1-9]\d{0,3})\.[0-9a-f]{64}$/;

/** The token is bound to the device's id, so it is useless with another id. */
export const deviceToken = (
  secrets: Pick<Secrets, 'lookupHash'>,
  deviceId: string,
  work: number,
): string => `${work}.${secrets.lookupHash(`${work} ${deviceId}`, 'device-token')}`;

export function deviceIdOf({ 'x-device-id': id }: IncomingHttpHeaders): string | undefined {
  return typeof id === 'string' && DEVICE_ID.test(id) ? id : undefined;
}

/** A wrong token belongs to another device or was signed with another secret. */
export function readDevice(
  secrets: Pick<Secrets, 'lookupHash'>,
  headers: IncomingHttpHeaders,
): { readonly id: string | undefined; readonly work: number; readonly hasWrongToken: boolean } {
  const { 'x-device-token': token } = headers;
  const id = deviceIdOf(headers);
  if (id === undefined) return { id: undefined, work: 0, hasWrongToken: token !== undefined };
  if (typeof token !== 'string') return { id, work: 0, hasWrongToken: false };
  const claimed = Number(TOKEN.exec(token)?.[1] ?? 0);
  const isOwn = claimed > 0 && equalInConstantTime(token, deviceToken(secrets, id, claimed));
  return { id, work: isOwn ? claimed : 0, hasWrongToken: !isOwn };
}
