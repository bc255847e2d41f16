import { isIPv4 } from 'node:net';

import ipaddr from 'ipaddr.js';

export interface Prefix {
  readonly ipv4: number;
  readonly ipv6: number;
}

/** One IPv6 client usually has all addresses with the same first 64 bits. */
const ONE_CLIENT: Prefix = { ipv4: 32, ipv6: 64 };

/** @returns `address/bits`, or an invalid address as it is; an IPv4 address mapped into IPv6 is IPv4 */
export function networkOf(address: string, prefix: Prefix = ONE_CLIENT): string {
  if (isIPv4(address))
    return `${maskBytes(address.split('.').map(Number), prefix.ipv4).join('.')}/${prefix.ipv4}`;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const bits = parsed.kind() === 'ipv4' ? prefix.ipv4 : prefix.ipv6;
  return `${ipaddr.fromByteArray(maskBytes(parsed.toByteArray(), bits)).toString()}/${bits}`;
}

const maskBytes = (bytes: readonly number[], bits: number): number[] =>
  bytes.map((byte, at) => byte & ~(0xff >> Math.min(8, Math.max(0, bits - at * 8))));
