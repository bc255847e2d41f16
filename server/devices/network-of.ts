import { isIPv4, isIPv6 } from 'node:net';

import type { Secrets } from '../secrets.ts';

const HASH_CHARS = 32;
const IPV6_GROUPS = 8;
/** A site gets an IPv6 /48: three groups of 16 bits. */
const NETWORK_GROUPS = 3;

/** The network that an address belongs to: an IPv4 /24, an IPv6 /48. What is no address is a network of its own. */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/, '').replace(/^::ffff:(?=[\d.]+$)/i, '');
  if (isIPv4(plain)) return plain.slice(0, plain.lastIndexOf('.'));
  if (!isIPv6(plain)) return plain;
  const [head = '', tail] = plain.split('::');
  const groups = head === '' ? [] : head.split(':');
  const last = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : IPV6_GROUPS - groups.length - last.length;
  return [...groups, ...Array.from({ length: zeros }, () => '0'), ...last]
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** How a network stands in the database: a keyed hash, hex. */
export const networkHash = (secrets: Pick<Secrets, 'lookupHash'>, address: string): string =>
  secrets.lookupHash(networkOf(address), 'network').slice(0, HASH_CHARS);
