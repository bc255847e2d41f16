import type { Ajv } from 'ajv';
import { envSchema } from 'env-schema';
import type { Static } from 'typebox';

import {
  ANNOTATIONS,
  COMPLETE_GROUPS,
  FORMATS,
  MAIL_DOMAIN,
  readServiceAccount,
  SETTINGS,
  splitList,
} from './settings.ts';

type Settings = Static<typeof SETTINGS>;
type Name = keyof Settings;
type Env = Readonly<Record<string, string | undefined>>;

/** The settings as the server uses them; undefined stands for what is not set up. */
export type Config = ReturnType<typeof configOf>;
export type OperatorSettings = Config['operator'];
export type GoogleSettings = NonNullable<Config['google']>;
export type FcmSettings = NonNullable<Config['fcm']>;
export type CoverStorageSettings = NonNullable<Config['coverStorage']>;
export type GatewaySettings = Config['gateways'];
export type PaystackSettings = NonNullable<GatewaySettings['paystack']>;
export type FlutterwaveSettings = NonNullable<GatewaySettings['flutterwave']>;
export type DarajaSettings = NonNullable<GatewaySettings['daraja']>;
export type ReloadlySettings = NonNullable<GatewaySettings['reloadly']>;

/** What a test injects, also into a process of its own, as JSON in `GOODIES_TEST`. */
const INJECTED = {
  paystackUrl: 'https://api.paystack.co',
  flutterwaveUrl: 'https://api.flutterwave.com/v3',
  reloadlyAuthUrl: 'https://auth.reloadly.com',
  fcmUrl: 'https://fcm.googleapis.com',
  googleTokenUrl: 'https://oauth2.googleapis.com/token',
  /** How many times longer than usual the database and this process may take on a busy machine. */
  timeoutFactor: 1,
};
export type Injected = Partial<typeof INJECTED>;

const RELOADLY_TOPUPS = 'https://topups.reloadly.com';
const RELOADLY_UTILITIES = 'https://utilities.reloadly.com';
const FLAGS: Env = { '1': 'true', '0': 'false' };

/** Reads the environment. Every fault is one line; with any, there is no config. */
export function readConfig(
  env: Env,
): { config: Config; faults: [] } | { config: undefined; faults: string[] } {
  const given = findGiven(env);
  const faults = [...new Set([...findMissing(env, given), ...findConflicts(given)])];
  let settings: Settings | undefined;
  try {
    settings = envSchema<Settings>({
      schema: SETTINGS,
      data: given,
      env: false,
      ajv: { customOptions: (ajv) => (validator ??= withFormats(ajv)) },
    });
  } catch (error) {
    faults.unshift(...describeErrors(error, given));
  }
  if (!settings || faults.length > 0) return { config: undefined, faults };
  const injected = JSON.parse(env['GOODIES_TEST'] ?? '{}') as Injected;
  return { config: configOf(settings, { ...INJECTED, ...injected }), faults: [] };
}

let validator: Ajv | undefined;

function withFormats(ajv: Ajv): Ajv {
  for (const [name, isValid] of Object.entries(FORMATS)) ajv.addFormat(name, isValid);
  return ajv.addVocabulary(ANNOTATIONS);
}

/** Values of known settings, trimmed, without empty ones. */
function findGiven(env: Env): Partial<Record<Name, string>> {
  const given: Partial<Record<Name, string>> = {};
  for (const [name, { type }] of Object.entries(SETTINGS.properties) as [
    Name,
    { type?: string },
  ][]) {
    const value = env[name]?.trim();
    if (value) given[name] = (type === 'boolean' ? FLAGS[value] : undefined) ?? value;
  }
  return given;
}

/** One line for each wrong setting. @throws whatever is not an error of validation */
function describeErrors(error: unknown, given: Partial<Record<Name, string>>): string[] {
  const errors = (error as { errors?: readonly { instancePath: string }[] }).errors;
  if (!errors) throw error;
  const names = new Set(errors.map(({ instancePath }) => instancePath.slice(1) as Name));
  return [...names].map((name) => {
    const { must, isSecret } = SETTINGS.properties[name] as { must?: string; isSecret?: true };
    return `${name} must ${must}${isSecret ? '' : `, not "${given[name]}"`}`;
  });
}

const isProduction = (given: { readonly NODE_ENV?: string }): boolean =>
  given.NODE_ENV === 'production';

/** Settings that others make necessary. */
function findMissing(env: Env, given: Partial<Record<Name, string>>): string[] {
  const faults: string[] = [];
  for (const group of COMPLETE_GROUPS) {
    const missing = group.filter((name) => given[name] === undefined);
    if (missing.length < group.length)
      for (const name of missing) faults.push(`${name} is missing beside ${group.join(', ')}`);
  }
  const inProduction: Partial<Record<Name, string>> = {
    GOODIES_SECRET: 'codes are encrypted with it',
    DATABASE_URL: 'the embedded database does not fsync',
    PUBLIC_ORIGIN: 'links in mails start with it',
  };
  if (isProduction(given)) {
    for (const [name, reason] of Object.entries(inProduction))
      if (!given[name as Name])
        faults.push(`${name} must be set when NODE_ENV=production: ${reason}`);
    if (given.SMTP_URL && !given.MAIL_FROM)
      faults.push(
        'MAIL_FROM must be set beside SMTP_URL when NODE_ENV=production: mail from goodies.test is refused everywhere',
      );
    if (env['GOODIES_TEST']) faults.push('GOODIES_TEST is for tests, not for NODE_ENV=production');
  }
  if (!hasSandbox(given) && !given.SMTP_URL)
    faults.push('SMTP_URL must be set where the sandbox is off: nobody could verify an address');
  if (given.DATABASE_DIRECT_URL && !given.DATABASE_URL)
    faults.push('DATABASE_DIRECT_URL needs DATABASE_URL beside it');
  if (given.DATABASE_STANDBY_URL && !given.DATABASE_URL)
    faults.push('DATABASE_STANDBY_URL needs DATABASE_URL beside it');
  if (given.COVERS_S3_REGION && !given.COVERS_S3_ENDPOINT)
    faults.push('COVERS_S3_REGION needs COVERS_S3_ENDPOINT beside it');
  return faults;
}

const hasSandbox = (given: Partial<Record<Name, string>>): boolean =>
  (given.GOODIES_SANDBOX ?? `${!isProduction(given)}`) === 'true';

function findConflicts(given: Partial<Record<Name, string>>): string[] {
  const { GOODIES_SECRET: secret, GOODIES_SECRET_OLD: former } = given;
  const faults: string[] = [];
  if (former !== undefined && secret === undefined)
    faults.push('GOODIES_SECRET_OLD needs the new secret, GOODIES_SECRET, beside it');
  if (former !== undefined && former === secret)
    faults.push('GOODIES_SECRET_OLD must be another secret than GOODIES_SECRET');
  if (given.GOODIES_DEMO === 'true' && !hasSandbox(given))
    faults.push(
      'GOODIES_DEMO=1 needs GOODIES_SANDBOX=1: everybody knows the demo passwords, so its money must be play money',
    );
  // What the issuer says decides who a visitor is.
  if (isProduction(given) && given.GOOGLE_ISSUER && !given.GOOGLE_ISSUER.startsWith('https://'))
    faults.push('GOOGLE_ISSUER must be a URL starting with https://');
  return faults;
}

const withoutSlash = (url: string): string => url.replace(/\/+$/, '');

function configOf(settings: Settings, injected: typeof INJECTED) {
  const production = isProduction(settings);
  const sandbox = settings.GOODIES_SANDBOX ?? !production;
  return {
    port: settings.PORT,
    host: settings.HOST,
    production,
    dataDir: settings.DATA_DIR,
    coverStorage: coverStorageOf(settings),
    databaseUrl: settings.DATABASE_URL && withoutSlash(settings.DATABASE_URL),
    /** Set where `databaseUrl` pools by transaction. */
    directDatabaseUrl: settings.DATABASE_DIRECT_URL && withoutSlash(settings.DATABASE_DIRECT_URL),
    standbyDatabaseUrl:
      settings.DATABASE_STANDBY_URL && withoutSlash(settings.DATABASE_STANDBY_URL),
    /** As browsers write it, without a trailing slash. */
    publicOrigin: new URL(settings.PUBLIC_ORIGIN ?? `http://localhost:${settings.PORT}`).origin,
    secret: settings.GOODIES_SECRET,
    /** Still read while `secret` replaces it. */
    formerSecret: settings.GOODIES_SECRET_OLD,
    demo: settings.GOODIES_DEMO ?? (!production && sandbox),
    sandbox,
    logLevel: settings.LOG_LEVEL,
    slowStatementMs: settings.SLOW_STATEMENT_MS,
    streamsMax: settings.STREAMS_MAX,
    timeoutFactor: injected.timeoutFactor,
    metricsToken: settings.METRICS_TOKEN,
    trustProxy: settings.TRUST_PROXY,
    countryHeader: settings.COUNTRY_HEADER,
    smtpUrl: settings.SMTP_URL && withoutSlash(settings.SMTP_URL),
    mailFrom: settings.MAIL_FROM,
    supportEmail: settings.SUPPORT_EMAIL ?? `support@${MAIL_DOMAIN.exec(settings.MAIL_FROM)?.[1]}`,
    operator: {
      name: settings.OPERATOR_NAME,
      address: settings.OPERATOR_ADDRESS,
      socialLinks: splitList(settings.SOCIAL_LINKS),
    },
    ratesUrl: settings.RATES_URL && withoutSlash(settings.RATES_URL),
    /** Steps of work that a device of a quiet network does on average before its visits count. */
    deviceWorkSteps: settings.GOODIES_WORK,
    hasServiceWorker: settings.GOODIES_SERVICE_WORKER,
    gateways: {
      paystack: paystackOf(settings, injected.paystackUrl),
      flutterwave: flutterwaveOf(settings, injected.flutterwaveUrl),
      daraja: darajaOf(settings),
      reloadly: reloadlyOf(settings, injected.reloadlyAuthUrl),
    },
    google: googleOf(settings),
    fcm: fcmOf(settings, injected),
  } as const;
}

const coverStorageOf = (settings: Settings) =>
  settings.COVERS_S3_ENDPOINT === undefined
    ? undefined
    : {
        endpoint: withoutSlash(settings.COVERS_S3_ENDPOINT),
        bucket: settings.COVERS_S3_BUCKET ?? '',
        region: settings.COVERS_S3_REGION ?? 'auto',
        accessKeyId: settings.COVERS_S3_ACCESS_KEY_ID ?? '',
        secretAccessKey: settings.COVERS_S3_SECRET_ACCESS_KEY ?? '',
      };

/** Paystack opens one account a country, each with a key of its own. */
function paystackOf(
  { PAYSTACK_SECRET_KEY_NG: NG, PAYSTACK_SECRET_KEY_GH: GH }: Settings,
  baseUrl: string,
) {
  const secretKeys: { NG?: string; GH?: string } = { ...(NG && { NG }), ...(GH && { GH }) };
  return NG || GH ? { baseUrl: withoutSlash(baseUrl), secretKeys } : undefined;
}

const flutterwaveOf = (settings: Settings, baseUrl: string) =>
  settings.FLW_SECRET_KEY === undefined
    ? undefined
    : {
        baseUrl,
        secretKey: settings.FLW_SECRET_KEY,
        /** Repeated in each webhook, to show that it comes from Flutterwave. */
        secretHash: settings.FLW_SECRET_HASH ?? '',
      };

const darajaOf = (settings: Settings) =>
  settings.DARAJA_CONSUMER_KEY === undefined
    ? undefined
    : {
        baseUrl: withoutSlash(settings.DARAJA_BASE_URL ?? 'https://api.safaricom.co.ke'),
        consumerKey: settings.DARAJA_CONSUMER_KEY,
        consumerSecret: settings.DARAJA_CONSUMER_SECRET ?? '',
        shortcode: settings.DARAJA_SHORTCODE ?? '',
        passkey: settings.DARAJA_PASSKEY ?? '',
        /** Gets the money; undefined = the shortcode is a paybill number and gets it itself. */
        till: settings.DARAJA_TILL,
      };

function reloadlyOf(settings: Settings, authUrl: string) {
  if (settings.RELOADLY_CLIENT_ID === undefined) return undefined;
  const topupsUrl = withoutSlash(settings.RELOADLY_TOPUPS_URL ?? RELOADLY_TOPUPS);
  const utilitiesUrl = withoutSlash(settings.RELOADLY_UTILITIES_URL ?? RELOADLY_UTILITIES);
  return {
    clientId: settings.RELOADLY_CLIENT_ID,
    clientSecret: settings.RELOADLY_CLIENT_SECRET ?? '',
    authUrl,
    topupsUrl,
    utilitiesUrl,
    topupsAudience: audienceOf(topupsUrl, RELOADLY_TOPUPS),
    utilitiesAudience: audienceOf(utilitiesUrl, RELOADLY_UTILITIES),
  };
}

/** A host of Reloadly, its sandbox included, is its own audience; at any other the audience is the live host. */
const audienceOf = (baseUrl: string, live: string): string =>
  new URL(baseUrl).hostname.endsWith('.reloadly.com') ? new URL(baseUrl).origin : live;

const googleOf = (settings: Settings) =>
  settings.GOOGLE_CLIENT_ID === undefined
    ? undefined
    : {
        clientId: settings.GOOGLE_CLIENT_ID,
        clientSecret: settings.GOOGLE_CLIENT_SECRET ?? '',
        issuer: withoutSlash(settings.GOOGLE_ISSUER ?? 'https://accounts.google.com'),
      };

const fcmOf = (
  settings: Settings,
  { fcmUrl, googleTokenUrl }: Pick<typeof INJECTED, 'fcmUrl' | 'googleTokenUrl'>,
) =>
  settings.FCM_SERVICE_ACCOUNT === undefined
    ? undefined
    : {
        baseUrl: fcmUrl,
        tokenUrl: googleTokenUrl,
        ...readServiceAccount(settings.FCM_SERVICE_ACCOUNT),
        /** Not secret: every page that asks for a push token has them. */
        web: {
          apiKey: settings.FCM_API_KEY ?? '',
          appId: settings.FCM_APP_ID ?? '',
          senderId: settings.FCM_SENDER_ID ?? '',
          vapidKey: settings.FCM_VAPID_KEY ?? '',
        },
      };
