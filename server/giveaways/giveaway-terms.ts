import canonicalize from 'canonicalize';

import { currencySymbol, majorToMinor, type Currency } from '../../contract/money.ts';
import { giveawayFeeOf } from '../../contract/payments/fees.ts';
import { normaliseRegion, regionOfMoney, type RegionKey } from '../../contract/region-table.ts';
import type { GiveawayFields, RevealMethod } from '../../contract/vouchers.ts';
import {
  defaultEntryRule,
  type EntryRule,
  minimumMajorOf,
} from '../../contract/vouchers/entry-rule.ts';
import { errorOfField } from '../http/app-error.ts';
import {
  addFault,
  parseIsoTime,
  readExpiry,
  readMoment,
  throwFaults,
  type Faults,
} from '../vouchers/form-faults.ts';
import {
  GIVEAWAY_START_MAX_MS,
  PLATFORM_FEE_BP,
  PREMIUM_WAIT_MS,
  WAIT_MS,
} from '../../contract/constants.ts';

interface Reveal {
  readonly revealMethod: RevealMethod;
  readonly firstRevealViews: number | null;
  readonly secondRevealViews: number | null;
  readonly remainingTime: Date | null;
  readonly finalRevealTime: Date | null;
}

export interface GiveawayTerms extends Reveal {
  readonly amountMinor: bigint;
  readonly feeMinor: bigint;
  readonly currency: Currency;
  readonly region: RegionKey;
  readonly maskedDigits: 4 | 2;
  /** Null for a lottery and for a giveaway that stays open until it is won. */
  readonly expiresAt: Date | null;
  /** Null for a giveaway that starts when it is paid. */
  readonly startsAt: Date | null;
  readonly entryRule: EntryRule;
}

const DEFAULT_MASKED_DIGITS = 4;

/** @throws AppError `amount_invalid`, `below_minimum`, `validation_failed` */
export function readGiveawayTerms(
  fields: GiveawayFields,
  creatorRegion: string,
  nowMs: number,
): GiveawayTerms {
  const region = regionOfMoney(fields.currency)?.key ?? normaliseRegion(creatorRegion);
  const amountMinor = readAmount(fields);
  const maskedDigits = fields.masked_digits ?? DEFAULT_MASKED_DIGITS;
  const faults: Faults = {};
  refuseForeignFields(fields, faults);
  const reveal = readReveal(fields, maskedDigits, nowMs, faults);
  const expiresAt = readDeadline(fields, reveal.remainingTime, nowMs, faults);
  const startsAt = readStart(fields.starts_at, { ...reveal, expiresAt }, nowMs, faults);
  if (fields.ad_url !== undefined && !isWebAddress(fields.ad_url))
    addFault(faults, 'ad_url', 'must be a web address that starts with https:// or http://');
  throwFaults(faults);
  return {
    amountMinor,
    feeMinor: giveawayFeeOf(amountMinor),
    currency: fields.currency,
    region,
    maskedDigits,
    ...reveal,
    expiresAt,
    startsAt,
    entryRule: fields.entry_rule ?? defaultEntryRule(amountMinor, fields.currency),
  };
}

function readAmount({ amount, currency }: GiveawayFields): bigint {
  const amountMinor = majorToMinor(amount);
  if (amountMinor === undefined) throw errorOfField('amount', 'amount_invalid');
  const min = minimumMajorOf(currency);
  if (amountMinor < (majorToMinor(min) ?? 0n))
    throw errorOfField('amount', 'below_minimum', { symbol: currencySymbol(currency), min });
  return amountMinor;
}

/** A field of another reveal method is refused, because it would have no effect. */
function refuseForeignFields(fields: GiveawayFields, faults: Faults): void {
  const owners = {
    first_reveal_views: 'views',
    second_reveal_views: 'views',
    remaining_time: 'time',
    final_reveal_time: 'lottery',
  } as const;
  for (const [field, method] of Object.entries(owners)) {
    const given = fields[field as keyof typeof owners] !== undefined;
    if (given && fields.reveal_method !== method)
      addFault(faults, field, `belongs to the reveal method ${method}`);
  }
}

function readReveal(
  fields: GiveawayFields,
  maskedDigits: number,
  nowMs: number,
  faults: Faults,
): Reveal {
  const none = {
    revealMethod: fields.reveal_method,
    firstRevealViews: null,
    secondRevealViews: null,
    remainingTime: null,
    finalRevealTime: null,
  };
  const momentOf = (field: string, atMs: number | undefined) =>
    readMoment(field, atMs, nowMs, faults);
  if (fields.reveal_method === 'views')
    return { ...none, ...readThresholds(fields, maskedDigits, faults) };
  if (fields.reveal_method === 'time')
    return { ...none, remainingTime: momentOf('remaining_time', fields.remaining_time) };
  const closesMs = parseIsoTime(fields.final_reveal_time);
  return { ...none, finalRevealTime: momentOf('final_reveal_time', closesMs) };
}

function readDeadline(
  fields: GiveawayFields,
  opensAt: Date | null,
  nowMs: number,
  faults: Faults,
): Date | null {
  if (fields.reveal_method === 'lottery') {
    if (fields.expires_at !== undefined)
      addFault(faults, 'expires_at', 'is not for a lottery, which ends with its draw');
    return null;
  }
  const expiresAt = readExpiry(fields.expires_at, nowMs, faults);
  if (expiresAt && opensAt && expiresAt <= opensAt)
    addFault(faults, 'expires_at', 'must be after the time at which a digit opens');
  return expiresAt;
}

/** Nothing of a giveaway happens before its start. */
function readStart(
  text: string | undefined,
  ends: Pick<GiveawayTerms, 'remainingTime' | 'finalRevealTime' | 'expiresAt'>,
  nowMs: number,
  faults: Faults,
): Date | null {
  const atMs = parseIsoTime(text);
  if (atMs === undefined) return null;
  const startsAt = readMoment('starts_at', atMs, nowMs, faults);
  if (startsAt === null) return null;
  if (atMs > nowMs + GIVEAWAY_START_MAX_MS) addFault(faults, 'starts_at', 'must be within 30 days');
  const fields = {
    remaining_time: ends.remainingTime,
    final_reveal_time: ends.finalRevealTime,
    expires_at: ends.expiresAt,
  };
  for (const [field, at] of Object.entries(fields))
    if (at && at <= startsAt) addFault(faults, field, 'must be after the start');
  return startsAt;
}

function readThresholds(
  { first_reveal_views: first, second_reveal_views: second }: GiveawayFields,
  maskedDigits: number,
  faults: Faults,
): Pick<Reveal, 'firstRevealViews' | 'secondRevealViews'> {
  if (second === undefined) addFault(faults, 'second_reveal_views', 'is required');
  if (maskedDigits === 2) {
    if (first !== undefined) addFault(faults, 'first_reveal_views', 'is only for 4 hidden digits');
  } else if (first === undefined) addFault(faults, 'first_reveal_views', 'is required');
  else if (second !== undefined && first >= second)
    addFault(faults, 'second_reveal_views', 'must be more than the first');
  return { firstRevealViews: first ?? null, secondRevealViews: second ?? null };
}

function isWebAddress(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (
    url !== undefined &&
    (url.protocol === 'https:' || url.protocol === 'http:') &&
    url.username === '' &&
    url.password === ''
  );
}

interface VoucherRules extends Reveal, Pick<GiveawayTerms, 'amountMinor' | 'currency'> {
  readonly hidden: readonly number[];
}

const RULES_VERSION = 1;

/** Canonical JSON (RFC 8785) gives equal rules the same hash; times are ms since the epoch. */
export function rulesJsonOf(rules: VoucherRules): string {
  const json = canonicalize({
    v: RULES_VERSION,
    amount: Number(rules.amountMinor),
    currency: rules.currency,
    feeBp: PLATFORM_FEE_BP,
    hidden: rules.hidden,
    revealMethod: rules.revealMethod,
    firstRevealViews: rules.firstRevealViews,
    secondRevealViews: rules.secondRevealViews,
    opensAtMs: rules.remainingTime?.getTime() ?? null,
    closesAtMs: rules.finalRevealTime?.getTime() ?? null,
    waitMs: rules.revealMethod === 'lottery' ? 0 : WAIT_MS,
    premiumWaitMs: rules.revealMethod === 'lottery' ? 0 : PREMIUM_WAIT_MS,
  });
  if (json === undefined) throw new Error('rules cannot be written as JSON');
  return json;
}
