import { describe, expect, it } from 'vitest';

import { readConfig } from './config.ts';

const SMTP_URL = 'smtp://localhost:25';
const SECRET = 'a-secret-of-at-least-thirty-two-characters';
const PRODUCTION = {
  NODE_ENV: 'production',
  GOODIES_SECRET: SECRET,
  DATABASE_URL: 'postgres://localhost/goodies',
  PUBLIC_ORIGIN: 'https://goodies.test',
  SMTP_URL,
  MAIL_FROM: 'Goodies <no-reply@goodies.example>',
};

/** Each of these is asked for where the others are set. */
function expectWhole(env: Record<string, string>, names = Object.keys(env)): void {
  for (const name of names)
    expect(readConfig({ ...env, [name]: '' }).faults).toEqual([
      expect.stringMatching(new RegExp(`^${name} is missing beside `)),
    ]);
}

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

  it.each([
    ['no new one', { GOODIES_SECRET_OLD: SECRET }],
    ['the same one', { GOODIES_SECRET_OLD: SECRET, GOODIES_SECRET: SECRET }],
    ['a short one', { GOODIES_SECRET_OLD: 'short', GOODIES_SECRET: SECRET }],
  ])('refuses a secret of before beside %s', (_what, env) => {
    expect(readConfig(env).faults).toEqual([expect.stringContaining('GOODIES_SECRET_OLD')]);
  });

  it('names every fault in a line of its own', () => {
    const wrong = {
      PORT: 'eighty',
      DATABASE_URL: 'mysql://x',
      GOODIES_SECRET: 'short',
      LOG_LEVEL: 'loud',
      SLOW_STATEMENT_MS: '0',
      METRICS_TOKEN: 'guessable',
      TRUST_PROXY: 'true',
      GOODIES_DEMO: 'maybe',
      PUBLIC_ORIGIN: 'not a url',
    };
    const { config, faults } = readConfig(wrong);
    expect(config).toBeUndefined();
    expect(faults).toHaveLength(9);
    for (const name of Object.keys(wrong))
      expect(faults.filter((fault) => fault.startsWith(name))).toHaveLength(1);
  });

  it('names who runs it, and their pages, only as it is told', () => {
    expect(readConfig({}).config?.operator).toEqual({
      name: undefined,
      address: undefined,
      socialLinks: [],
    });
    const told = readConfig({
      OPERATOR_NAME: 'Example Ltd',
      OPERATOR_ADDRESS: '1 Example Road',
      SOCIAL_LINKS: 'https://x.com/example, https://instagram.com/example',
    });
    expect(told.config?.operator).toEqual({
      name: 'Example Ltd',
      address: '1 Example Road',
      socialLinks: ['https://x.com/example', 'https://instagram.com/example'],
    });
    for (const link of ['javascript:alert(1)', 'http://x.com/example', 'x.com'])
      expect(readConfig({ SOCIAL_LINKS: link }).faults).toEqual([
        `SOCIAL_LINKS must be addresses starting with https://, not "${link}"`,
      ]);
  });

  it('has people write to support where its mails come from, unless it is told where', () => {
    const supportEmail = (env: Record<string, string>) => readConfig(env).config?.supportEmail;
    expect(supportEmail({})).toBe('support@goodies.test');
    expect(supportEmail({ MAIL_FROM: 'Goodies <hello@goodies.example>' })).toBe(
      'support@goodies.example',
    );
    expect(supportEmail({ SUPPORT_EMAIL: 'help@goodies.example' })).toBe('help@goodies.example');
    expect(readConfig({ SUPPORT_EMAIL: 'nobody' }).faults).toEqual([
      expect.stringContaining('SUPPORT_EMAIL'),
    ]);
  });

  it('takes the number of proxies in front, none unless it is told', () => {
    expect(readConfig({}).config?.trustProxy).toBe(0);
    expect(readConfig({ TRUST_PROXY: '2' }).config?.trustProxy).toBe(2);
    for (const wrong of ['-1', '1.5', '11', '10.0.0.0/8'])
      expect(readConfig({ TRUST_PROXY: wrong }).faults).toHaveLength(1);
  });

  it('asks in production whom mails come from: goodies.test is nobody, and its mail is refused', () => {
    expect(readConfig({ ...PRODUCTION, MAIL_FROM: '' }).faults).toEqual([
      expect.stringContaining('MAIL_FROM must be set'),
    ]);
    expect(readConfig({ MAIL_FROM: 'Goodies' }).faults).toEqual([
      expect.stringContaining('MAIL_FROM must have an e-mail address'),
    ]);
    expect(readConfig({ MAIL_FROM: 'hello@goodies.example' }).faults).toEqual([]);
  });

  it('refuses production without a secret, a database that fsyncs, a public address and mail', () => {
    const { faults } = readConfig({ NODE_ENV: 'production' });
    expect(faults).toHaveLength(4);
  });

  it('keeps sandbox and demo data out of production unless asked', () => {
    expect(readConfig(PRODUCTION).config).toMatchObject({ sandbox: false, demo: false });
    expect(readConfig({ ...PRODUCTION, GOODIES_SANDBOX: '1' }).config).toMatchObject({
      sandbox: true,
    });
  });

  it('takes an origin as browsers write it, and no address below one: links would lead nowhere', () => {
    const originOf = (PUBLIC_ORIGIN: string) => readConfig({ PUBLIC_ORIGIN }).config?.publicOrigin;
    expect(originOf('HTTPS://Goodies.Example:443/')).toBe('https://goodies.example');
    expect(originOf('http://localhost:8080')).toBe('http://localhost:8080');
    for (const below of ['https://goodies.example/app', 'https://goodies.example/?ref=ada'])
      expect(readConfig({ PUBLIC_ORIGIN: below }).faults).toEqual([
        expect.stringContaining('PUBLIC_ORIGIN'),
      ]);
  });

  it('takes an account at a gateway whole or not at all', () => {
    expect(readConfig({}).config?.gateways).toEqual({
      paystack: undefined,
      flutterwave: undefined,
      daraja: undefined,
      reloadly: undefined,
    });
    const env = {
      PAYSTACK_SECRET_KEY_GH: 'sk_test_ghana',
      GOODIES_TEST: JSON.stringify({ paystackUrl: 'http://localhost:7700/' }),
      FLW_SECRET_KEY: 'FLWSECK_TEST-x-X',
      FLW_SECRET_HASH: 'a text of the dashboard',
      DARAJA_CONSUMER_KEY: 'key',
      DARAJA_CONSUMER_SECRET: 'secret',
      DARAJA_SHORTCODE: '174379',
      DARAJA_PASSKEY: 'passkey',
      RELOADLY_CLIENT_ID: 'id',
      RELOADLY_CLIENT_SECRET: 'secret',
      RELOADLY_TOPUPS_URL: 'https://topups-sandbox.reloadly.com/',
      RELOADLY_UTILITIES_URL: 'http://localhost:7701',
    };
    expect(readConfig(env).config?.gateways).toEqual({
      paystack: { baseUrl: 'http://localhost:7700', secretKeys: { GH: 'sk_test_ghana' } },
      flutterwave: {
        baseUrl: 'https://api.flutterwave.com/v3',
        secretKey: 'FLWSECK_TEST-x-X',
        secretHash: 'a text of the dashboard',
      },
      daraja: {
        baseUrl: 'https://api.safaricom.co.ke',
        consumerKey: 'key',
        consumerSecret: 'secret',
        shortcode: '174379',
        passkey: 'passkey',
        till: undefined,
      },
      reloadly: {
        clientId: 'id',
        clientSecret: 'secret',
        authUrl: 'https://auth.reloadly.com',
        topupsUrl: 'https://topups-sandbox.reloadly.com',
        utilitiesUrl: 'http://localhost:7701',
        topupsAudience: 'https://topups-sandbox.reloadly.com',
        utilitiesAudience: 'https://utilities.reloadly.com',
      },
    });
    const one = ['FLW_SECRET_KEY', 'FLW_SECRET_HASH', 'DARAJA_PASSKEY', 'RELOADLY_CLIENT_ID'];
    expectWhole(env, one);
    expect(readConfig({ DARAJA_BASE_URL: 'ftp://x' }).faults).toHaveLength(1);
  });

  it('takes a way past the pooler only beside the pooler', () => {
    const DATABASE_DIRECT_URL = 'postgres://database/goodies';
    expect(readConfig({ DATABASE_DIRECT_URL }).faults).toHaveLength(1);
    expect(readConfig({ DATABASE_STANDBY_URL: DATABASE_DIRECT_URL }).faults).toHaveLength(1);
    const both = { DATABASE_DIRECT_URL, DATABASE_URL: 'postgres://pooler/goodies' };
    expect(readConfig(both).config?.directDatabaseUrl).toBe(DATABASE_DIRECT_URL);
  });

  it('takes a storage of covers whole or not at all', () => {
    expect(readConfig({}).config?.coverStorage).toBeUndefined();
    const storage = {
      COVERS_S3_ENDPOINT: 'https://account.r2.cloudflarestorage.com/',
      COVERS_S3_BUCKET: 'covers',
      COVERS_S3_ACCESS_KEY_ID: 'id',
      COVERS_S3_SECRET_ACCESS_KEY: 'secret',
    };
    expect(readConfig(storage).config?.coverStorage).toEqual({
      endpoint: 'https://account.r2.cloudflarestorage.com',
      bucket: 'covers',
      region: 'auto',
      accessKeyId: 'id',
      secretAccessKey: 'secret',
    });
    const inRegion = readConfig({ ...storage, COVERS_S3_REGION: 'eu-west-1' });
    expect(inRegion.config?.coverStorage?.region).toBe('eu-west-1');
    expectWhole(storage);
    for (const wrong of [
      { COVERS_S3_REGION: 'eu-west-1' },
      { ...storage, COVERS_S3_ENDPOINT: 'account.r2.cloudflarestorage.com' },
      { ...storage, COVERS_S3_BUCKET: '../other' },
    ])
      expect(readConfig(wrong).faults).toHaveLength(1);
  });

  it('takes a registration at Google whole, and trusts an issuer over https alone in production', () => {
    const client = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' };
    expect(readConfig(client).config?.google).toEqual({
      clientId: 'id',
      clientSecret: 'secret',
      issuer: 'https://accounts.google.com',
    });
    expect(readConfig({}).config?.google).toBeUndefined();
    expectWhole(client);
    const local = { ...client, GOOGLE_ISSUER: 'http://localhost:7702/' };
    expect(readConfig(local).config?.google?.issuer).toBe('http://localhost:7702');
    expect(readConfig({ NODE_ENV: 'production', ...local }).faults).toContain(
      'GOOGLE_ISSUER must be a URL starting with https://',
    );
  });

  it('plants demo accounts, whose password is public, beside play money only', () => {
    expect(readConfig({ GOODIES_SANDBOX: '0', SMTP_URL }).config).toMatchObject({ demo: false });
    expect(readConfig({ GOODIES_SANDBOX: '0', SMTP_URL, GOODIES_DEMO: '1' }).faults).toEqual([
      expect.stringContaining('GOODIES_DEMO'),
    ]);
  });
});
