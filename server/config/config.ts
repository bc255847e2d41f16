import { readEmail } from '../../contract/accounts/email-address.ts';
import { DEVICE_WORK_STEPS } from '../../contract/constants.ts';
import type { BuildSettings } from '../../documents/serve/service-worker-script.ts';
import { readBuilds } from '../read-builds.ts';
import { readCoverStorage, type CoverStorageSettings } from './read-cover-storage.ts';
import { readFcm, type FcmSettings } from './read-fcm.ts';
import { createReader, type Env, type SettingReader } from './setting-reader.ts';

/** Configuration from the environment; README's table lists the same names. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly production: boolean;
  /** Where the embedded database, covers and the generated secret live. */
  readonly dataDir: string;
  /** A storage that covers go to instead; undefined = `dataDir`. */
  readonly coverStorage: CoverStorageSettings | undefined;
  /** A PostgreSQL to use instead of the embedded database. */
  readonly databaseUrl: string | undefined;
  /** Where people reach the app: links in mails and returns from checkouts start with it. No trailing slash. */
  readonly publicOrigin: string;
  /** Key material for codes and look-up hashes; undefined = generate one and keep it in `dataDir`. */
  readonly secret: string | undefined;
  /** The secret of before, still read while `secret` takes over. */
  readonly formerSecret: string | undefined;
  readonly demo: boolean;
  readonly sandbox: boolean;
  readonly logLevel: string;
  /** From how many ms on a statement of the database is logged. */
  readonly slowStatementMs: number;
  /** How many times longer than usual the database and this process may take before work is refused or given up. */
  readonly timeoutFactor: number;
  /** The token that reading the metrics takes; undefined = none, except in production, where they are then closed. */
  readonly metricsToken: string | undefined;
  /** Proxies in front, each of which adds the address that it was called from to `X-Forwarded-For`. */
  readonly trustProxy: number;
  readonly smtpUrl: string | undefined;
  readonly mailFrom: string;
  /** Who answers people that need help. */
  readonly supportEmail: string;
  readonly operator: OperatorSettings;
  /** An exchange-rate service in the shape of open.er-api.com; undefined = stored or fallback rates. */
  readonly ratesUrl: string | undefined;
  /** Steps of work that a device of a quiet network does on average before its visits count. */
  readonly deviceWorkSteps: number;
  /** Which builds of the app devices must not stay with. */
  readonly builds: BuildSettings;
  readonly gateways: GatewaySettings;
  /** Our registration at Google, for signing in; undefined = there is none. */
  readonly google: GoogleSettings | undefined;
  /** Where push messages leave from; undefined = the sandbox, or nothing where that is off. */
  readonly fcm: FcmSettings | undefined;
}

/** A client of an OpenID Connect issuer. */
export interface GoogleSettings {
  readonly clientId: string;
  readonly clientSecret: string;
  /** `https://accounts.google.com`, or who stands in for it; no trailing slash. */
  readonly issuer: string;
}

/** Who runs this server, as the terms, the privacy page and the footer name them. */
export interface OperatorSettings {
  readonly name: string | undefined;
  /** Where letters reach them. */
  readonly address: string | undefined;
  /** Their own pages elsewhere. */
  readonly socialLinks: readonly string[];
}

/** Accounts at companies that take payments; undefined = we have none there. */
export interface GatewaySettings {
  readonly paystack: PaystackSettings | undefined;
  readonly flutterwave: FlutterwaveSettings | undefined;
  readonly daraja: DarajaSettings | undefined;
  readonly reloadly: ReloadlySettings | undefined;
}

export interface PaystackSettings {
  readonly baseUrl: string;
  /** Paystack opens one account a country, each with a key of its own. */
  readonly secretKeys: Readonly<Partial<Record<'NG' | 'GH', string>>>;
}

export interface FlutterwaveSettings {
  readonly baseUrl: string;
  readonly secretKey: string;
  /** The text that Flutterwave repeats in each webhook, to show that it comes from there. */
  readonly secretHash: string;
}

/** Reloadly, which tops phones up and pays bills. Its products have hosts of their own. */
export interface ReloadlySettings {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly authUrl: string;
  readonly topupsUrl: string;
  readonly utilitiesUrl: string;
  /** Whom a token is made out to: the product's public host, its sandbox's included, wherever we reach it. */
  readonly topupsAudience: string;
  readonly utilitiesAudience: string;
}

/** Safaricom's API for M-PESA. */
export interface DarajaSettings {
  readonly baseUrl: string;
  readonly consumerKey: string;
  readonly consumerSecret: string;
  readonly shortcode: string;
  readonly passkey: string;
  /** The till that gets the money; undefined = the shortcode is a paybill number and gets it itself. */
  readonly till: string | undefined;
}

const RELOADLY_TOPUPS = 'https://topups.reloadly.com';
const RELOADLY_UTILITIES = 'https://utilities.reloadly.com';
const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];
const MAIL_DOMAIN = /[^\s<@]@([^\s<>@]+)/;
const MIN_SECRET_CHARS = 32;
const MIN_TOKEN_CHARS = 16;
const DEFAULT_PORT = 8080;
const MAX_PROXIES = 10;
const SLOW_STATEMENT_MS = 500;
const MAX_TIMEOUT_FACTOR = 100;
/** A thousand seconds on a cheap phone: more is a slip of the pen. */
const MAX_WORK_STEPS = 200_000;

/** Reads the environment. Every fault is one line; with any, there is no config. */
export function readConfig(
  env: Env,
): { config: Config; faults: [] } | { config: undefined; faults: string[] } {
  const faults: string[] = [];
  const read = createReader(env, faults);
  const { text, flag, url } = read;
  const production = text('NODE_ENV') === 'production';
  const port = Number(text('PORT') ?? DEFAULT_PORT);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    faults.push(`PORT must be a number from 0 to 65535, not "${text('PORT')}"`);
  const hops = Number(text('TRUST_PROXY') ?? 0);
  if (!Number.isInteger(hops) || hops < 0 || hops > MAX_PROXIES)
    faults.push(
      `TRUST_PROXY must be the number of proxies in front, 0 to ${MAX_PROXIES}, not "${text('TRUST_PROXY')}"`,
    );
  const secrets = readSecrets(read, faults);
  const metricsToken = text('METRICS_TOKEN');
  if (metricsToken !== undefined && metricsToken.length < MIN_TOKEN_CHARS)
    faults.push(`METRICS_TOKEN must have at least ${MIN_TOKEN_CHARS} characters`);
  const logLevel = text('LOG_LEVEL') ?? 'info';
  if (!LOG_LEVELS.includes(logLevel))
    faults.push(`LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "${logLevel}"`);
  const slowStatementMs = Number(text('SLOW_STATEMENT_MS') ?? SLOW_STATEMENT_MS);
  if (!Number.isInteger(slowStatementMs) || slowStatementMs < 1)
    faults.push('SLOW_STATEMENT_MS must be a number of milliseconds, at least 1');
  const timeoutFactor = Number(text('GOODIES_TIMEOUT_FACTOR') ?? 1);
  if (!Number.isInteger(timeoutFactor) || timeoutFactor < 1 || timeoutFactor > MAX_TIMEOUT_FACTOR)
    faults.push(`GOODIES_TIMEOUT_FACTOR must be a number from 1 to ${MAX_TIMEOUT_FACTOR}`);
  const sandbox = flag('GOODIES_SANDBOX', !production);
  const deviceWorkSteps = Number(text('GOODIES_WORK') ?? DEVICE_WORK_STEPS);
  if (!Number.isInteger(deviceWorkSteps) || deviceWorkSteps < 1 || deviceWorkSteps > MAX_WORK_STEPS)
    faults.push(`GOODIES_WORK must be a number from 1 to ${MAX_WORK_STEPS}`);

  const mailFrom = text('MAIL_FROM') ?? 'Goodies <no-reply@goodies.test>';
  if (!MAIL_DOMAIN.test(mailFrom))
    faults.push(`MAIL_FROM must have an e-mail address, not "${mailFrom}"`);

  const config: Config = {
    port,
    host: text('HOST') ?? '0.0.0.0',
    production,
    dataDir: text('DATA_DIR') ?? './data',
    coverStorage: readCoverStorage(read, faults),
    databaseUrl: url('DATABASE_URL', ['postgres:', 'postgresql:']),
    publicOrigin: readPublicOrigin(read, faults) ?? `http://localhost:${port}`,
    ...secrets,
    demo: flag('GOODIES_DEMO', !production && sandbox),
    sandbox,
    logLevel,
    slowStatementMs,
    timeoutFactor,
    metricsToken,
    trustProxy: hops,
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:']),
    mailFrom,
    supportEmail: readSupportEmail(read, mailFrom, faults),
    operator: readOperator(read, faults),
    ratesUrl: url('RATES_URL', ['http:', 'https:']),
    deviceWorkSteps,
    builds: readBuilds(read, faults),
    gateways: readGateways(read),
    google: readGoogle(read, production),
    fcm: readFcm(read, production, faults),
  };
  faults.push(...findMissing(config, (name) => text(name) !== undefined));
  return faults.length > 0 ? { config: undefined, faults } : { config, faults: [] };
}

/** The origin as browsers write it, whose host and scheme are compared; paths of the app are put behind it. */
function readPublicOrigin({ url }: SettingReader, faults: string[]): string | undefined {
  const given = url('PUBLIC_ORIGIN', ['http:', 'https:']);
  if (given === undefined) return undefined;
  const { origin, href } = new URL(given);
  if (href !== `${origin}/`)
    faults.push(`PUBLIC_ORIGIN must be an origin without a path, e.g. ${origin}, not "${given}"`);
  return origin;
}

/** The address that people write to for help; without one, `support` where mails come from. */
function readSupportEmail({ text }: SettingReader, mailFrom: string, faults: string[]): string {
  const domain = MAIL_DOMAIN.exec(mailFrom)?.[1] ?? 'goodies.test';
  const address = text('SUPPORT_EMAIL');
  if (address !== undefined && readEmail(address) !== address.toLowerCase())
    faults.push(`SUPPORT_EMAIL must be an e-mail address, not "${address}"`);
  return address ?? `support@${domain}`;
}

function readOperator({ text }: SettingReader, faults: string[]): OperatorSettings {
  const socialLinks = (text('SOCIAL_LINKS') ?? '').split(/[\s,]+/).filter((link) => link !== '');
  for (const link of socialLinks)
    if (!URL.canParse(link) || new URL(link).protocol !== 'https:')
      faults.push(`SOCIAL_LINKS must be addresses starting with https://, not "${link}"`);
  return { name: text('OPERATOR_NAME'), address: text('OPERATOR_ADDRESS'), socialLinks };
}

function readSecrets(
  { text }: SettingReader,
  faults: string[],
): Pick<Config, 'secret' | 'formerSecret'> {
  const secret = text('GOODIES_SECRET');
  const formerSecret = text('GOODIES_SECRET_OLD');
  for (const [name, value] of Object.entries({
    GOODIES_SECRET: secret,
    GOODIES_SECRET_OLD: formerSecret,
  }))
    if (value !== undefined && value.length < MIN_SECRET_CHARS)
      faults.push(`${name} must have at least ${MIN_SECRET_CHARS} characters`);
  if (formerSecret !== undefined && secret === undefined)
    faults.push('GOODIES_SECRET_OLD needs the new secret, GOODIES_SECRET, beside it');
  if (formerSecret !== undefined && formerSecret === secret)
    faults.push('GOODIES_SECRET_OLD must be another secret than GOODIES_SECRET');
  return { secret, formerSecret };
}

/** A product of Reloadly's own hosts is its own audience; behind another address it is that of the live product. */
const audienceOf = (baseUrl: string, live: string): string =>
  new URL(baseUrl).hostname.endsWith('.reloadly.com') ? new URL(baseUrl).origin : live;

/** Signing in with Google. In production the issuer is asked over https: what it says is who a visitor is. */
function readGoogle(
  { text, url, complete }: SettingReader,
  production: boolean,
): GoogleSettings | undefined {
  const client = complete({
    GOOGLE_CLIENT_ID: text('GOOGLE_CLIENT_ID'),
    GOOGLE_CLIENT_SECRET: text('GOOGLE_CLIENT_SECRET'),
  });
  const issuer = url('GOOGLE_ISSUER', production ? ['https:'] : ['http:', 'https:']);
  return (
    client && {
      clientId: client.GOOGLE_CLIENT_ID,
      clientSecret: client.GOOGLE_CLIENT_SECRET,
      issuer: issuer ?? 'https://accounts.google.com',
    }
  );
}

/** An account needs all of its settings: half of one could take money and never hear of it. */
function readGateways({ text, url, complete }: SettingReader): GatewaySettings {
  const NG = text('PAYSTACK_SECRET_KEY_NG');
  const GH = text('PAYSTACK_SECRET_KEY_GH');
  const flutterwave = complete({
    FLW_SECRET_KEY: text('FLW_SECRET_KEY'),
    FLW_SECRET_HASH: text('FLW_SECRET_HASH'),
  });
  const daraja = complete({
    DARAJA_CONSUMER_KEY: text('DARAJA_CONSUMER_KEY'),
    DARAJA_CONSUMER_SECRET: text('DARAJA_CONSUMER_SECRET'),
    DARAJA_SHORTCODE: text('DARAJA_SHORTCODE'),
    DARAJA_PASSKEY: text('DARAJA_PASSKEY'),
  });
  const reloadly = complete({
    RELOADLY_CLIENT_ID: text('RELOADLY_CLIENT_ID'),
    RELOADLY_CLIENT_SECRET: text('RELOADLY_CLIENT_SECRET'),
  });
  const web = ['http:', 'https:'];
  const paystackUrl = url('PAYSTACK_BASE_URL', web) ?? 'https://api.paystack.co';
  const flutterwaveUrl = url('FLW_BASE_URL', web) ?? 'https://api.flutterwave.com/v3';
  const darajaUrl = url('DARAJA_BASE_URL', web) ?? 'https://api.safaricom.co.ke';
  const topupsUrl = url('RELOADLY_TOPUPS_URL', web) ?? RELOADLY_TOPUPS;
  const utilitiesUrl = url('RELOADLY_UTILITIES_URL', web) ?? RELOADLY_UTILITIES;
  const reloadlyAuthUrl = url('RELOADLY_AUTH_URL', web) ?? 'https://auth.reloadly.com';
  return {
    reloadly: reloadly && {
      clientId: reloadly.RELOADLY_CLIENT_ID,
      clientSecret: reloadly.RELOADLY_CLIENT_SECRET,
      authUrl: reloadlyAuthUrl,
      topupsUrl,
      utilitiesUrl,
      topupsAudience: audienceOf(topupsUrl, RELOADLY_TOPUPS),
      utilitiesAudience: audienceOf(utilitiesUrl, RELOADLY_UTILITIES),
    },
    paystack:
      NG || GH
        ? { baseUrl: paystackUrl, secretKeys: { ...(NG ? { NG } : {}), ...(GH ? { GH } : {}) } }
        : undefined,
    flutterwave: flutterwave && {
      baseUrl: flutterwaveUrl,
      secretKey: flutterwave.FLW_SECRET_KEY,
      secretHash: flutterwave.FLW_SECRET_HASH,
    },
    daraja: daraja && {
      baseUrl: darajaUrl,
      consumerKey: daraja.DARAJA_CONSUMER_KEY,
      consumerSecret: daraja.DARAJA_CONSUMER_SECRET,
      shortcode: daraja.DARAJA_SHORTCODE,
      passkey: daraja.DARAJA_PASSKEY,
      till: text('DARAJA_TILL'),
    },
  };
}

/** Settings that others make necessary. */
function findMissing(config: Config, isSet: (name: string) => boolean): string[] {
  const faults: string[] = [];
  const inProduction: Readonly<Record<string, string>> = {
    GOODIES_SECRET: 'codes are sealed with it',
    DATABASE_URL: 'the embedded database does not fsync',
    PUBLIC_ORIGIN: 'links in mails start with it',
  };
  if (config.production)
    for (const [name, reason] of Object.entries(inProduction))
      if (!isSet(name)) faults.push(`${name} must be set when NODE_ENV=production: ${reason}`);
  if (!config.sandbox && !isSet('SMTP_URL'))
    faults.push('SMTP_URL must be set where the sandbox is off: nobody could verify an address');
  if (config.production && config.smtpUrl !== undefined && !isSet('MAIL_FROM'))
    faults.push(
      'MAIL_FROM must be set beside SMTP_URL when NODE_ENV=production: mail from goodies.test is refused everywhere',
    );
  if (config.demo && !config.sandbox)
    faults.push(
      'GOODIES_DEMO=1 needs GOODIES_SANDBOX=1: everybody knows the demo passwords, so its money must be play money',
    );
  return faults;
}
