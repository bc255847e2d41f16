import { createPrivateKey } from 'node:crypto';

import { Type, type TSchemaOptions } from 'typebox';

import { readEmail } from '../../contract/accounts/email-address.ts';

declare module 'typebox' {
  interface TSchemaOptions {
    /** Completes 'NAME must …', the message for a wrong value. */
    readonly must?: string;
    /** The default in words, where it depends on other settings. */
    readonly otherwise?: string;
    /** Stands in `.env.example` as it is; settings without one stand there as comments. */
    readonly example?: string;
    /** Whether a message may not repeat the value. */
    readonly isSecret?: true;
  }
}

/** Annotations above, which validation ignores. */
export const ANNOTATIONS = ['must', 'otherwise', 'example', 'isSecret'];

const hasProtocol = (value: string, ...protocols: string[]): boolean =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol);
export const splitList = (value = ''): string[] => value.split(/[\s,]+/).filter(Boolean);

/** The JSON of a Google service account. @throws where it is none */
export function readServiceAccount(json: string) {
  const account = JSON.parse(json) as Record<string, unknown>;
  const [projectId, clientEmail, privateKey, privateKeyId] = [
    'project_id',
    'client_email',
    'private_key',
    'private_key_id',
  ].map((name) => {
    const value = account[name];
    if (typeof value !== 'string' || value === '') throw new Error(`${name} is missing`);
    // Line ends stay escaped where the JSON was quoted twice.
    return value.replaceAll(String.raw`\n`, '\n');
  }) as [string, string, string, string];
  createPrivateKey(privateKey);
  return { projectId, clientEmail, privateKey, privateKeyId };
}

function isServiceAccount(json: string): boolean {
  try {
    readServiceAccount(json);
    return true;
  } catch {
    return false;
  }
}

/** The domain of the address in a sender such as `Goodies <hello@goodies.example>`. */
export const MAIL_DOMAIN = /[^\s<@]@([^\s<>@]+)/;

export const FORMATS: Readonly<Record<string, (value: string) => boolean>> = {
  web: (value) => hasProtocol(value, 'http:', 'https:'),
  postgres: (value) => hasProtocol(value, 'postgres:', 'postgresql:'),
  smtp: (value) => hasProtocol(value, 'smtp:', 'smtps:'),
  origin: (value) =>
    hasProtocol(value, 'http:', 'https:') && new URL(value).href === `${new URL(value).origin}/`,
  email: (value) => readEmail(value) === value.toLowerCase(),
  sender: (value) => MAIL_DOMAIN.test(value),
  links: (value) => splitList(value).every((link) => hasProtocol(link, 'https:')),
  'service-account': isServiceAccount,
};

const text = (description: string, options: TSchemaOptions = {}) =>
  Type.Optional(Type.String({ description, ...options }));
const flag = (description: string, options: TSchemaOptions = {}) =>
  Type.Optional(Type.Boolean({ description, must: 'be 1 or 0', ...options }));
const url = (description: string, options: TSchemaOptions = {}) =>
  text(description, {
    format: 'web',
    must: 'be a URL starting with http:// or https://',
    ...options,
  });
const secret = (description: string, minLength: number, options: TSchemaOptions = {}) =>
  text(description, {
    minLength,
    must: `have at least ${minLength} characters`,
    isSecret: true,
    ...options,
  });
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
const MAX_PROXIES = 10;
/** A thousand seconds on a cheap phone. */
const MAX_WORK_STEPS = 200_000;

/** Every setting, by the headings of docs/configuration.md, which is written from it. */
export const SETTING_GROUPS = {
  Server: {
    PORT: Type.Integer({
      default: 8080,
      minimum: 0,
      maximum: 65_535,
      must: 'be a number from 0 to 65535',
      description: 'where the server listens; `0` = any free port',
    }),
    HOST: Type.String({ default: '0.0.0.0', description: 'the address it listens on' }),
    NODE_ENV: text(
      '`production` needs `GOODIES_SECRET`, `DATABASE_URL` and `PUBLIC_ORIGIN`, and turns sandbox and demo data off',
    ),
    PUBLIC_ORIGIN: text(
      'where people reach the app, without a path; links and returns from checkouts start with it, passkeys have its host',
      {
        format: 'origin',
        must: 'be an origin without a path, e.g. https://goodies.example',
        otherwise: '`http://localhost:{PORT}`',
        example: 'https://goodies.example',
      },
    ),
    TRUST_PROXY: Type.Integer({
      default: 0,
      minimum: 0,
      maximum: MAX_PROXIES,
      must: `be the number of proxies in front, 0 to ${MAX_PROXIES}`,
      description:
        'how many proxies stand in front, each adding an address to `X-Forwarded-For`; addresses further left are not believed',
    }),
    STREAMS_MAX: Type.Integer({
      default: 1_000,
      minimum: 0,
      must: 'be a number of streams',
      description:
        'devices that one node tells of changes at once; others ask every few seconds ([more](operations.md#live-streams))',
    }),
    COUNTRY_HEADER: text(
      'the header in which a proxy tells the caller’s country as two letters, e.g. `CF-IPCountry`; it suggests a region',
      { pattern: '^[\\w-]+$', must: 'be the name of a header', otherwise: 'by address' },
    ),
    GOODIES_SECRET: secret(
      'at least 32 characters; encrypts voucher codes: [rotating it](operations.md#the-secret)',
      32,
      { otherwise: 'generated, stored in `DATA_DIR`', example: '' },
    ),
    GOODIES_SECRET_OLD: secret('the previous secret, while it is rotated', 32),
    GOODIES_SANDBOX: flag('simulated payments, mail and Google', {
      otherwise: '`1`; `0` in production',
    }),
    GOODIES_DEMO: flag('plants demo data into a database without users; needs the sandbox', {
      otherwise: 'as the sandbox; `0` in production',
    }),
    GOODIES_WORK: Type.Integer({
      default: 200,
      minimum: 1,
      maximum: MAX_WORK_STEPS,
      must: `be a number from 1 to ${MAX_WORK_STEPS}`,
      description:
        'steps of work, each some ms on a cheap phone, that a device does before its visits count; the unit of all other work',
    }),
    GOODIES_SERVICE_WORKER: Type.Boolean({
      default: true,
      must: 'be 1 or 0',
      description:
        "`0` removes the app's service worker from devices, with its caches ([when](operations.md#a-broken-build-of-the-app))",
    }),
  },
  'Data and covers': {
    DATA_DIR: Type.String({
      default: './data',
      description: 'the embedded database, covers and the generated secret',
    }),
    DATABASE_URL: text('a PostgreSQL to use instead, `postgres://…`', {
      format: 'postgres',
      must: 'be a URL starting with postgres:// or postgresql://',
      otherwise: 'the embedded database',
      isSecret: true,
    }),
    DATABASE_DIRECT_URL: text(
      'the same database past its pooler; `DATABASE_URL` may then pool by transaction ([how](operations.md#poolers))',
      {
        format: 'postgres',
        must: 'be a URL starting with postgres:// or postgresql://',
        otherwise: '`DATABASE_URL`, by which each connection is then a session of its own',
        isSecret: true,
      },
    ),
    DATABASE_STANDBY_URL: text(
      'a standby of that database, which proofs, statements and exports are read from ([how](operations.md#reads-from-a-standby))',
      {
        format: 'postgres',
        must: 'be a URL starting with postgres:// or postgresql://',
        otherwise: 'the primary',
        isSecret: true,
      },
    ),
    COVERS_S3_ENDPOINT: url(
      'a storage that speaks S3, for covers ([how](operations.md#covers-in-a-storage)); needs the next three',
    ),
    COVERS_S3_BUCKET: text('the bucket', {
      pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$',
      must: 'be the name of a bucket',
    }),
    COVERS_S3_ACCESS_KEY_ID: text('id of a key that may read, write and list it'),
    COVERS_S3_SECRET_ACCESS_KEY: text('the key'),
    COVERS_S3_REGION: text("the bucket's region", { otherwise: '`auto`' }),
  },
  'Logs and metrics': {
    LOG_LEVEL: Type.Enum([...LOG_LEVELS], {
      default: 'info',
      must: `be one of ${LOG_LEVELS.join(', ')}`,
      description: `${LOG_LEVELS.map((level) => `\`${level}\``).join(', ')}; logs go to standard error`,
    }),
    SLOW_STATEMENT_MS: Type.Integer({
      default: 500,
      minimum: 1,
      must: 'be a number of milliseconds, at least 1',
      description:
        'from how many ms on a statement of PostgreSQL is logged, as its text without values',
    }),
    METRICS_TOKEN: secret(
      'at least 16 characters that `/metrics` asks for; without it nobody reads them in production, anybody elsewhere',
      16,
      { example: '' },
    ),
  },
  'Mail and operator': {
    SMTP_URL: text(
      '`smtp://` or `smtps://` server for outgoing mail; needed where the sandbox is off',
      {
        format: 'smtp',
        must: 'be a URL starting with smtp:// or smtps://',
        example: 'smtps://user:password@mail.example',
        isSecret: true,
      },
    ),
    MAIL_FROM: Type.String({
      default: 'Goodies <no-reply@goodies.test>',
      format: 'sender',
      must: 'have an e-mail address',
      example: 'Goodies <no-reply@goodies.example>',
      description: 'sender of mails, at a domain of yours; in production needed beside `SMTP_URL`',
    }),
    SUPPORT_EMAIL: text(
      "who answers people that need help: 'Write to support' opens a mail to this address",
      {
        format: 'email',
        must: 'be an e-mail address',
        otherwise: '`support@` domain of `MAIL_FROM`',
        example: 'support@goodies.example',
      },
    ),
    OPERATOR_NAME: text('who runs this server, as the terms and the privacy page name them', {
      example: '',
    }),
    OPERATOR_ADDRESS: text('where letters reach them', { example: '' }),
    SOCIAL_LINKS: text('their pages elsewhere, `https://…`, with commas between, for the footer', {
      format: 'links',
      must: 'be addresses starting with https://',
    }),
  },
  Payments: {
    PAYSTACK_SECRET_KEY_NG: text(
      'key of a Paystack account in Nigeria; without it, payments there go through the sandbox',
    ),
    PAYSTACK_SECRET_KEY_GH: text('the same for Ghana, mobile money included'),
    FLW_SECRET_KEY: text('key of a Flutterwave account (v3); needs the next one'),
    FLW_SECRET_HASH: text('the secret hash of its webhooks'),
    DARAJA_CONSUMER_KEY: text(
      "M-PESA: consumer key of an app at Safaricom's Daraja; needs the next three",
    ),
    DARAJA_CONSUMER_SECRET: text('its consumer secret'),
    DARAJA_SHORTCODE: text('paybill number, or the store number of a till'),
    DARAJA_PASSKEY: text('the passkey of the shortcode'),
    DARAJA_TILL: text('the till that gets the money, where the shortcode is a store'),
    DARAJA_BASE_URL: url('where Daraja is; `https://sandbox.safaricom.co.ke` to try it out', {
      otherwise: '`https://api.safaricom.co.ke`',
    }),
    RATES_URL: url(
      'exchange rates in the shape of open.er-api.com; else the last known or built-in ones, and in production no exchange',
    ),
  },
  'Airtime and bills': {
    RELOADLY_CLIENT_ID: text('Reloadly, for airtime, data and bills; needs the next one'),
    RELOADLY_CLIENT_SECRET: text('its secret'),
    RELOADLY_TOPUPS_URL: url(
      'where its airtime is; `https://topups-sandbox.reloadly.com` to try it out',
      { otherwise: '`https://topups.reloadly.com`' },
    ),
    RELOADLY_UTILITIES_URL: url('where its bills are', {
      otherwise: '`https://utilities.reloadly.com`',
    }),
  },
  'Push and sign-in with Google': {
    FCM_SERVICE_ACCOUNT: text(
      'Firebase Cloud Messaging, for push: the JSON of a service account; needs the next four. Without it, the sandbox',
      {
        format: 'service-account',
        must: 'be the JSON of a service account, with a private_key in PEM',
        isSecret: true,
      },
    ),
    FCM_API_KEY: text("of the web app in Firebase's console; public, like the next three"),
    FCM_APP_ID: text('its app id'),
    FCM_SENDER_ID: text('its messaging sender id'),
    FCM_VAPID_KEY: text('the public key of its Web Push certificate'),
    GOOGLE_CLIENT_ID: text(
      "sign-in with Google: the client's id; needs the next one. Without, the sandbox simulates Google",
    ),
    GOOGLE_CLIENT_SECRET: text('its secret'),
    GOOGLE_ISSUER: url(
      'who signs people in; any issuer of OpenID Connect, over https in production',
      { otherwise: '`https://accounts.google.com`' },
    ),
  },
};

export const SETTINGS = Type.Object({
  ...SETTING_GROUPS.Server,
  ...SETTING_GROUPS['Data and covers'],
  ...SETTING_GROUPS['Logs and metrics'],
  ...SETTING_GROUPS['Mail and operator'],
  ...SETTING_GROUPS.Payments,
  ...SETTING_GROUPS['Airtime and bills'],
  ...SETTING_GROUPS['Push and sign-in with Google'],
});

/** Settings that make sense only together. */
export const COMPLETE_GROUPS: readonly (readonly (keyof typeof SETTINGS.properties)[])[] = [
  [
    'COVERS_S3_ENDPOINT',
    'COVERS_S3_BUCKET',
    'COVERS_S3_ACCESS_KEY_ID',
    'COVERS_S3_SECRET_ACCESS_KEY',
  ],
  ['FLW_SECRET_KEY', 'FLW_SECRET_HASH'],
  ['DARAJA_CONSUMER_KEY', 'DARAJA_CONSUMER_SECRET', 'DARAJA_SHORTCODE', 'DARAJA_PASSKEY'],
  ['RELOADLY_CLIENT_ID', 'RELOADLY_CLIENT_SECRET'],
  ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  ['FCM_SERVICE_ACCOUNT', 'FCM_API_KEY', 'FCM_APP_ID', 'FCM_SENDER_ID', 'FCM_VAPID_KEY'],
];
