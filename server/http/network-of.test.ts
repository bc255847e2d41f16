import { expect, it } from 'vitest';

import { networkOf } from './network-of.ts';

it.each([
  ['102.89.3.4', '102.89.3.4/32'],
  ['::ffff:102.89.3.4', '102.89.3.4/32'],
  ['::FFFF:6659:304', '102.89.3.4/32'],
  ['2c0f:f5c0:1:2:aaaa::1', '2c0f:f5c0:1:2::/64'],
  ['2C0F:F5C0:0001:0002:ffff:ffff:ffff:ffff', '2c0f:f5c0:1:2::/64'],
  ['2c0f:f5c0:1:3::1', '2c0f:f5c0:1:3::/64'],
  ['fe80::1%eth0', 'fe80::/64'],
  ['::1', '::/64'],
  ['not an address', 'not an address'],
  ['', ''],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});

const SITE = { ipv4: 24, ipv6: 48 };

it.each([
  ['102.89.3.4', '102.89.3.0/24'],
  ['102.89.3.250', '102.89.3.0/24'],
  ['::ffff:102.89.3.4', '102.89.3.0/24'],
  ['2c0f:f5c0:1:2:aaaa::1', '2c0f:f5c0:1::/48'],
  ['2c0f:f5c0:1:ffff::1', '2c0f:f5c0:1::/48'],
  ['2c0f:f5c0:2::1', '2c0f:f5c0:2::/48'],
])('with shorter prefixes %s counts as %s', (address, network) => {
  expect(networkOf(address, SITE)).toBe(network);
});
