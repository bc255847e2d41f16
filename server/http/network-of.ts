import ipaddr from 'ipaddr.js';

/**
 * What an address counts as where tries are counted: an IPv4 address itself, also one that is mapped into
 * IPv6; of IPv6 the first 64 bits, since whoever has one address there has all that share them.
 * @returns the address as it is where it is none
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const prefix = parsed.parts.slice(0, 4).map((part) => part.toString(16));
  return `${prefix.join(':')}::/64`;
}
