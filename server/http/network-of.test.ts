import { expect, it } from 'vitest';

import { networkOf } from './network-of.ts';

it.each([
  ['102.89.3.4', '102.89.3.4'],
  ['::ffff:102.89.3.4', '102.89.3.4'],
  ['::FFFF:6659:304', '102.89.3.4'],
  ['2c0f:f5c0:1:2:aaaa::1', '2c0f:f5c0:1:2::/64'],
  ['2C0F:F5C0:0001:0002:ffff:ffff:ffff:ffff', '2c0f:f5c0:1:2::/64'],
  ['2c0f:f5c0:1:3::1', '2c0f:f5c0:1:3::/64'],
  ['::1', '0:0:0:0::/64'],
  ['not an address', 'not an address'],
  ['', ''],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
