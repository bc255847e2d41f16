import { describe, expect, it } from 'vitest';

import { readConfig } from '../config/config.ts';
import { detectRegion } from './regions.ts';

const detect = (ip: string, env = {}, headers = {}) => {
  const { config } = readConfig(env);
  if (!config) throw new Error('no config');
  return detectRegion({ config }, { ip, headers });
};

describe('detecting a region', () => {
  it.each([
    ['41.58.1.1', 'nigeria'],
    ['::ffff:41.58.1.1', 'nigeria'],
    ['2c0f:2a80::1', 'nigeria'],
    ['41.66.200.1', 'ghana'],
    ['105.160.0.1', 'kenya'],
    ['8.8.8.8', undefined],
    ['2001:4860:4860::8888', undefined],
    ['10.1.2.3', undefined],
    ['192.168.1.1', undefined],
    ['127.0.0.1', undefined],
    ['::1', undefined],
    ['fe80::1', undefined],
    ['not an address', undefined],
    ['', undefined],
  ])('%s is in %s', (address, region) => {
    expect(detect(address)).toBe(region);
  });

  it('believes the proxy’s country header where one is configured, whatever the address', () => {
    const env = { COUNTRY_HEADER: 'CF-IPCountry' };
    expect(detect('41.58.1.1', env, { 'cf-ipcountry': 'KE' })).toBe('kenya');
    expect(detect('41.58.1.1', env, { 'cf-ipcountry': 'XX' })).toBeUndefined();
    expect(detect('41.58.1.1', env)).toBe('nigeria');
    expect(detect('41.58.1.1', {}, { 'cf-ipcountry': 'KE' })).toBe('nigeria');
  });
});
