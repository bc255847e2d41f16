import { networkOf, type Prefix } from '../../http/network-of.ts';
import type { Secrets } from '../../config/secrets.ts';

const HASH_CHARS = 32;
/** What an operator or a site gets: all phones of a place are in few of them. */
const SITE: Prefix = { ipv4: 24, ipv6: 48 };

/** How the network of an address stands in the database: a keyed hash, hex. */
export const networkHash = (secrets: Pick<Secrets, 'lookupHash'>, address: string): string =>
  secrets.lookupHash(networkOf(address, SITE), 'network').slice(0, HASH_CHARS);
