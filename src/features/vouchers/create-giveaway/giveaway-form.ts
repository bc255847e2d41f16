import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../contract/durations.ts';
import { isCode } from '../../../../contract/vouchers/voucher-code.ts';
import { CODE_LENGTH, GIVEAWAY_START_MAX_MS } from '../../../../contract/constants.ts';
import { amountOf, type Currency, majorToMinor, minorToMajor } from '../../../../contract/money.ts';
import { giveawayFeeOf } from '../../../../contract/payments/fees.ts';
import type { GiveawayFields, RevealMethod, VoucherType } from '../../../../contract/vouchers.ts';
import {
  defaultEntryRule,
  type EntryRule,
  minimumMajorOf,
} from '../../../../contract/vouchers/entry-rule.ts';
import { amountMinorOf, amountProblem, type AmountForm } from '../create/amount-fields.tsx';
import type { Checked, FieldErrors } from '../../../platform/form/use-form.ts';
import {
  expiryField,
  expiryProblem,
  momentProblem,
  NO_EXPIRY,
  type ExpiryForm,
} from '../create/expiry-fields.tsx';
import { parseUrl } from '../../../platform/routing/next-path.ts';

/** What stands in the form, as texts; empty ones are not filled in. A lottery has no expiry: it ends with its draw. */
export interface GiveawayForm extends AmountForm, ExpiryForm {
  readonly type: VoucherType;
  readonly network: string;
  readonly maskedDigits: 4 | 2;
  /** The creator's own code; empty to have one drawn. */
  readonly code: string;
  readonly method: RevealMethod;
  readonly firstViews: string;
  readonly secondViews: string;
  /** What a datetime-local input holds: a moment in the person's own time zone. */
  readonly opensAt: string;
  readonly doesStartLater: boolean;
  readonly startsAt: string;
  readonly adUrl: string;
  readonly adCopy: string;
  /** '' = as its worth suggests. */
  readonly entryRule: EntryRule | '';
  readonly isPrivate: boolean;
}

export const emptyGiveaway = (currency: Currency): GiveawayForm => ({
  type: 'goodies',
  network: '',
  amount: '',
  currency,
  maskedDigits: 4,
  code: '',
  method: 'views',
  firstViews: '',
  secondViews: '',
  opensAt: '',
  doesStartLater: false,
  startsAt: '',
  ...NO_EXPIRY,
  adUrl: '',
  adCopy: '',
  entryRule: '',
  isPrivate: false,
});

/** Views at which digits open for the smallest prize; a larger one is worth as many times more views. */
const SMALLEST_FIRST_VIEWS = 20;
const FIRST_VIEWS_MAX = 50_000_000;
const STARTS_AFTER_MS = HOUR_MS;
/** Time to pay for it before it starts. */
const START_LEAD_MS = 5 * MINUTE_MS;
const OPENS_AFTER_MS = DAY_MS;
const EXPIRES_AFTER_MS = 7 * DAY_MS;

/** Thresholds that fit a prize, in round numbers. */
function viewsFor(form: AmountForm): Pick<GiveawayForm, 'firstViews' | 'secondViews'> {
  const minimumMinor = majorToMinor(minimumMajorOf(form.currency)) ?? 1n;
  const times = Math.max(1, Number(amountMinorOf(form) ?? 0n) / Number(minimumMinor));
  const exact = Math.min(SMALLEST_FIRST_VIEWS * times, FIRST_VIEWS_MAX);
  const first = Number(exact.toPrecision(2));
  return { firstViews: String(first), secondViews: String(2 * first) };
}

/** What a datetime-local input holds, at a full hour. */
function momentText(atMs: number): string {
  const at = new Date(Math.ceil(atMs / HOUR_MS) * HOUR_MS);
  return new Date(at.getTime() - at.getTimezoneOffset() * MINUTE_MS).toISOString().slice(0, 16);
}

/** What a creator begins with: a giveaway that could be posted as it is. */
export function newGiveaway(currency: Currency, nowMs: number): GiveawayForm {
  const amount = String(minimumMajorOf(currency));
  return {
    ...emptyGiveaway(currency),
    amount,
    ...viewsFor({ amount, currency }),
    startsAt: momentText(nowMs + STARTS_AFTER_MS),
    opensAt: momentText(nowMs + OPENS_AFTER_MS),
    expiresAt: momentText(nowMs + EXPIRES_AFTER_MS),
  };
}

/** Another prize takes thresholds along that nobody has changed. */
export function followPrize(before: GiveawayForm, next: GiveawayForm): GiveawayForm {
  const { firstViews, secondViews } = viewsFor(before);
  const isTouched = next.firstViews !== firstViews || next.secondViews !== secondViews;
  return isTouched ? next : { ...next, ...viewsFor(next) };
}

/** When it starts: now, where no later time is chosen that it may start at. */
const startMsOf = (form: GiveawayForm, nowMs: number): number =>
  form.doesStartLater && startProblem(form, nowMs) === undefined
    ? new Date(form.startsAt).getTime()
    : nowMs;

/** Another start takes along what would come before it. */
export function followStart(before: GiveawayForm, next: GiveawayForm, nowMs: number): GiveawayForm {
  const { doesStartLater, startsAt, opensAt, expiresAt } = next;
  const startMs = startMsOf(next, nowMs);
  const isSame = before.doesStartLater === doesStartLater && before.startsAt === startsAt;
  if (isSame || startMs === nowMs) return next;
  const after = (moment: string, ms: number): string =>
    new Date(moment).getTime() > startMs ? moment : momentText(startMs + ms);
  return {
    ...next,
    opensAt: after(opensAt, OPENS_AFTER_MS),
    expiresAt: after(expiresAt, EXPIRES_AFTER_MS),
  };
}

/** The form's field for each of the call's, in the order of the screen. */
export const FIELD_OF = {
  amount: 'amount',
  network: 'network',
  code: 'code',
  first_reveal_views: 'firstViews',
  second_reveal_views: 'secondViews',
  remaining_time: 'opensAt',
  final_reveal_time: 'opensAt',
  expires_at: 'expiresAt',
  starts_at: 'startsAt',
  ad_cover: 'cover',
  ad_url: 'adUrl',
  ad_copy: 'adCopy',
} as const;
export type GiveawayField = (typeof FIELD_OF)[keyof typeof FIELD_OF];
export const GIVEAWAY_FIELDS = [...new Set<GiveawayField>(Object.values(FIELD_OF))];
export type GiveawayErrors = FieldErrors<GiveawayField>;

export const entryRuleOf = ({ entryRule, amount, currency }: GiveawayForm): EntryRule =>
  entryRule || defaultEntryRule(amountMinorOf({ amount }) ?? 0n, currency);

/** Major units; undefined while there is no prize. */
export function costOf({ amount }: Pick<GiveawayForm, 'amount'>) {
  const prizeMinor = amountMinorOf({ amount });
  if (prizeMinor === undefined) return undefined;
  const feeMinor = giveawayFeeOf(prizeMinor);
  return {
    prize: minorToMajor(prizeMinor),
    fee: minorToMajor(feeMinor),
    total: minorToMajor(prizeMinor + feeMinor),
  };
}

const wholeNumber = (text: string): number | undefined =>
  /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;

function viewsProblems({ maskedDigits, firstViews, secondViews }: GiveawayForm): GiveawayErrors {
  const [first, second] = [wholeNumber(firstViews), wholeNumber(secondViews)];
  const hasTwo = maskedDigits === 4;
  if (hasTwo && first !== undefined && second !== undefined) {
    return { secondViews: second <= first ? 'Must be more than the first' : undefined };
  }
  const missing = 'Enter a number of views';
  return {
    firstViews: hasTwo && first === undefined ? missing : undefined,
    secondViews: second === undefined ? missing : undefined,
  };
}

function startProblem(
  { doesStartLater, startsAt }: GiveawayForm,
  nowMs: number,
): string | undefined {
  const leftMs = new Date(startsAt).getTime() - nowMs;
  return doesStartLater && !(leftMs > START_LEAD_MS && leftMs <= GIVEAWAY_START_MAX_MS)
    ? 'Choose a time between 5 minutes and 30 days from now'
    : undefined;
}

function endProblem(form: GiveawayForm, startMs: number): string | undefined {
  const { method, doesExpire, opensAt, expiresAt } = form;
  if (method === 'lottery') return undefined;
  const isTooSoon = doesExpire && method === 'time' && new Date(expiresAt) <= new Date(opensAt);
  return (
    expiryProblem(form, startMs) ?? (isTooSoon ? 'Choose a time after the digit opens' : undefined)
  );
}

function linkProblem(adUrl: string): string | undefined {
  if (adUrl === '') return undefined;
  const url = parseUrl(adUrl);
  return url && /^https?:$/.test(url.protocol)
    ? undefined
    : 'Enter a web address that starts with https:// or http://';
}

function revealFields(form: GiveawayForm): Partial<GiveawayFields> {
  const { method, maskedDigits, firstViews, secondViews, opensAt } = form;
  switch (method) {
    case 'views':
      return {
        ...(maskedDigits === 4 && { first_reveal_views: Number(firstViews) }),
        second_reveal_views: Number(secondViews),
      };
    case 'time':
      return { remaining_time: new Date(opensAt).getTime() };
    case 'lottery':
      return { final_reveal_time: new Date(opensAt).toISOString() };
    default:
      return method satisfies never;
  }
}

function problemsOf(form: GiveawayForm, nowMs: number): GiveawayErrors {
  const startMs = startMsOf(form, nowMs);
  const isCodeBad = form.code !== '' && !isCode(form.code);
  return {
    amount: amountProblem(form, minimumMajorOf(form.currency)),
    code: isCodeBad ? `Enter ${CODE_LENGTH} digits, or none` : undefined,
    ...(form.method === 'views'
      ? viewsProblems(form)
      : { opensAt: momentProblem(form.opensAt, startMs) }),
    expiresAt: endProblem(form, startMs),
    startsAt: startProblem(form, nowMs),
    adUrl: linkProblem(form.adUrl.trim()),
  };
}

export function checkGiveaway(
  form: GiveawayForm,
  nowMs: number,
): Checked<GiveawayField, GiveawayFields> {
  const errors = problemsOf(form, nowMs);
  if (Object.values(errors).some(Boolean)) return { ok: false, errors };
  const [adUrl, adCopy, network] = [form.adUrl.trim(), form.adCopy.trim(), form.network.trim()];
  return {
    ok: true,
    order: {
      purpose: 'giveaway',
      type: form.type,
      amount: amountOf(form.amount),
      currency: form.currency,
      ...(form.code !== '' && { code: form.code }),
      masked_digits: form.maskedDigits,
      reveal_method: form.method,
      ...revealFields(form),
      ...(form.method !== 'lottery' && expiryField(form)),
      ...(form.doesStartLater && { starts_at: new Date(form.startsAt).toISOString() }),
      ...(adUrl && { ad_url: adUrl }),
      ...(adCopy && { ad_copy: adCopy }),
      ...(form.type === 'mobile' && network && { network }),
      is_private: form.isPrivate,
      // As the form has shown it, whatever the default may be by then.
      entry_rule: entryRuleOf(form),
      payment_method: 'wallet',
    },
  };
}
