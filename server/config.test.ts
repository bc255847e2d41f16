import { describe, expect, it } from 'vitest';

import { readConfig } from './config.ts';

const SMTP_URL = 'smtp://localhost:25';
const SECRET = 'a-secret-of-at-least-thirty-two-characters';

describe('configuration', () => {
  it('needs nothing to try the product out', () => {
    const { config, faults } = readConfig({});
    expect(faults).toEqual([]);
    expect(config).toMatchObject({
      port: 8080,
      dataDir: './data',
      publicOrigin: 'http://localhost:8080',
      demo: true,
      sandbox: true,
    });
  });

  it('names every fault in a line of its own', () => {
    const { config, faults } = readConfig({
      PORT: 'eighty',
      DATABASE_URL: 'mysql://x',
      GOODIES_SECRET: 'short',
      LOG_LEVEL: 'loud',
      GOODIES_DEMO: 'maybe',
      PUBLIC_ORIGIN: 'not a url',
    });
    expect(config).toBeUndefined();
    expect(faults).toHaveLength(6);
    for (const name of [
      'PORT',
      'DATABASE_URL',
      'GOODIES_SECRET',
      'LOG_LEVEL',
      'GOODIES_DEMO',
      'PUBLIC_ORIGIN',
    ]) {
      expect(faults.filter((fault) => fault.startsWith(name))).toHaveLength(1);
    }
  });

  it('refuses production without a secret, a database that fsyncs, a public address and mail', () => {
    const { faults } = readConfig({ NODE_ENV: 'production' });
    expect(faults).toHaveLength(4);
  });

  it('keeps sandbox and demo data out of production unless asked', () => {
    const env = {
      NODE_ENV: 'production',
      GOODIES_SECRET: SECRET,
      DATABASE_URL: 'postgres://localhost/goodies',
      PUBLIC_ORIGIN: 'https://goodies.test',
      SMTP_URL,
    };
    expect(readConfig(env).config).toMatchObject({ sandbox: false, demo: false });
    expect(readConfig({ ...env, GOODIES_SANDBOX: '1' }).config).toMatchObject({ sandbox: true });
  });

  it('plants demo accounts, whose password is public, beside play money only', () => {
    expect(readConfig({ GOODIES_SANDBOX: '0', SMTP_URL }).config).toMatchObject({ demo: false });
    expect(readConfig({ GOODIES_SANDBOX: '0', SMTP_URL, GOODIES_DEMO: '1' }).faults).toEqual([
      expect.stringContaining('GOODIES_DEMO'),
    ]);
  });
});
