import { isIPv4 } from 'node:net';

import ipaddr from 'ipaddr.js';

/** How many bits of an address name its network. */
export interface Prefix {
  readonly ipv4: number;
  readonly ipv6: number;
}

/** A caller who has one IPv6 address has all that share its first 64 bits. */
const ONE_CLIENT: Prefix = { ipv4: 32, ipv6: 64 };

/**
 * What an address counts as where something is counted by network, as `address/bits`; an IPv4 address that is
 * mapped into IPv6 is one.
 * @param prefix one client's network unless told otherwise
 * @returns the address as it is where it is none
 */
export function networkOf(address: string, prefix: Prefix = ONE_CLIENT): string {
  // Nearly all are, and need no library.
  if (isIPv4(address))
    return `${maskBytes(address.split('.').map(Number), prefix.ipv4).join('.')}/${prefix.ipv4}`;
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  const bits = parsed.kind() === 'ipv4' ? prefix.ipv4 : prefix.ipv6;
  return `${ipaddr.fromByteArray(maskBytes(parsed.toByteArray(), bits)).toString()}/${bits}`;
}

const maskBytes = (bytes: readonly number[], bits: number): number[] =>
  bytes.map((byte, at) => byte & ~(0xff >> Math.min(8, Math.max(0, bits - at * 8))));
