import { expect, it } from 'vitest';

import { networkOf } from './network-of.ts';

it.each([
  ['105.112.7.9', '105.112.7'],
  ['::ffff:105.112.7.200', '105.112.7'],
  ['2001:db8:12::1', '2001:db8:12'],
  ['2001:0db8:0012:ffff:1:2:3:4', '2001:db8:12'],
  ['2001:db8::1', '2001:db8:0'],
  ['fe80::1%eth0', 'fe80:0:0'],
  ['::1', '0:0:0'],
  ['1::', '1:0:0'],
  ['', ''],
])('the network of %s is %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
