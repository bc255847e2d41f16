import type {
  AirtimeNetwork,
  AirtimePurchaseBody,
  DataBundle,
} from '../../../../contract/purchases.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { amountOf, currencySymbol, majorToMinor } from '../../../../contract/money.ts';
import { readNationalNumber, withoutSeparators } from '../../../../contract/phone-number.ts';
import { REGIONS, type RegionKey } from '../../../../contract/region-table.ts';
import type { Failure } from '../../../../contract/result.ts';
import { isOfAmount } from '../../../shared/wallet/amounts.ts';
import type { Spendable } from '../../../shared/wallet/held.tsx';
import { shortMessage } from '../../../shared/wallet/short-message.ts';
import type { Checked, FieldErrors } from '../../../platform/form/use-form.ts';

export interface AirtimeForm {
  readonly phone: string;
  /** The network that was chosen; '' follows the number. */
  readonly network: string;
  readonly kind: 'airtime' | 'data';
  /** Decimal text in major units. */
  readonly amount: string;
  readonly bundle: string;
}

export const EMPTY_FORM: AirtimeForm = {
  phone: '',
  network: '',
  kind: 'airtime',
  amount: '',
  bundle: '',
};

export const AIRTIME_FIELDS = ['network', 'phone', 'amount', 'bundle'] as const;
export type AirtimeField = (typeof AIRTIME_FIELDS)[number];

export interface AirtimeOrder {
  readonly network: AirtimeNetwork;
  /** As it is dialled at home: 08034127765. */
  readonly phone: string;
  /** Major units. */
  readonly amount: number;
  readonly bundle: DataBundle | undefined;
  readonly currency: AirtimePurchaseBody['currency'];
}

export interface AirtimeFacts extends Spendable {
  readonly region: RegionKey;
  readonly networks: readonly AirtimeNetwork[];
}

export function dialled(phone: string, region: RegionKey): string | undefined {
  const national = readNationalNumber(phone, region);
  return national === undefined ? undefined : `0${national}`;
}

/** Digits in groups, as people read them out: 0803 412 7765. */
export const groupDigits = (phone: string): string =>
  phone.replace(/^(\d{4})(\d{3})(\d+)$/, '$1 $2 $3');

/**
 * The network that a number began at, as far as its first digits tell. Numbers move between networks, so it is
 * a guess that the person may correct.
 */
export function guessNetwork(
  phone: string,
  { region, networks }: Pick<AirtimeFacts, 'region' | 'networks'>,
): AirtimeNetwork | undefined {
  const digits = withoutSeparators(phone);
  // A few digits are enough, as they are typed at home; with the country's code it has to be whole.
  const start = dialled(phone, region) ?? (digits.startsWith('0') ? digits : `0${digits}`);
  const matching = networks.flatMap((network) =>
    network.prefixes
      .filter((prefix) => start.startsWith(prefix))
      .map((prefix) => ({ network, length: prefix.length })),
  );
  return [...matching].sort((a, b) => b.length - a.length)[0]?.network;
}

export const networkOf = (form: AirtimeForm, facts: AirtimeFacts): AirtimeNetwork | undefined =>
  facts.networks.find(({ id }) => id === form.network) ?? guessNetwork(form.phone, facts);

function amountError(
  form: AirtimeForm,
  { min, max, amounts }: AirtimeNetwork,
  facts: AirtimeFacts,
): string | undefined {
  const amount = amountOf(form.amount);
  const { currency } = REGIONS[facts.region];
  const symbol = currencySymbol(currency);
  if (majorToMinor(amount) === undefined) return errorMessage('amount_invalid');
  if (amounts.length > 0 && !amounts.includes(amount)) return errorMessage('amount_not_sold');
  if (amount < min) return errorMessage('below_minimum', { symbol, min });
  if (amount > max)
    return errorMessage('purchase_too_large', { symbol, max: max.toLocaleString('en') });
  return shortMessage(amount, facts, currency);
}

function bundleError(bundle: DataBundle | undefined, facts: AirtimeFacts): string | undefined {
  if (!bundle) return 'Choose a data plan';
  return shortMessage(bundle.amount, facts, REGIONS[facts.region].currency);
}

/** What is paid as the form stands, major units; 0 while nothing is chosen. */
export function totalOf(form: AirtimeForm, network: AirtimeNetwork | undefined): number {
  if (form.kind === 'airtime') return amountOf(form.amount) || 0;
  return network?.bundles.find(({ id }) => id === form.bundle)?.amount ?? 0;
}

export function checkAirtime(
  form: AirtimeForm,
  facts: AirtimeFacts,
): Checked<AirtimeField, AirtimeOrder> {
  const { currency } = REGIONS[facts.region];
  const phone = dialled(form.phone, facts.region);
  const network = networkOf(form, facts);
  const isData = form.kind === 'data';
  const bundle = network?.bundles.find(({ id }) => id === form.bundle);
  const amount = network && !isData ? amountError(form, network, facts) : undefined;
  const wrongBundle = isData ? bundleError(bundle, facts) : undefined;
  const errors: FieldErrors<AirtimeField> = {
    ...(!network && { network: 'Choose a network' }),
    ...(phone === undefined && { phone: 'Enter a mobile number of this country' }),
    ...(amount !== undefined && { amount }),
    ...(wrongBundle !== undefined && { bundle: wrongBundle }),
  };
  if (!network || phone === undefined || Object.keys(errors).length > 0)
    return { ok: false, errors };
  const paid = isData && bundle ? bundle.amount : amountOf(form.amount);
  return {
    ok: true,
    order: { network, phone, amount: paid, bundle: isData ? bundle : undefined, currency },
  };
}

export function fieldErrors({ code, message, fields }: Failure): FieldErrors<AirtimeField> {
  if (code === 'bundle_gone') return { bundle: message };
  if (fields?.['phone']) return { phone: 'Enter a mobile number of this country' };
  if (fields?.['network']) return { network: 'Choose another network' };
  return isOfAmount(code) ? { amount: message } : {};
}

export const bodyOf = ({
  network,
  phone,
  amount,
  bundle,
  currency,
}: AirtimeOrder): AirtimePurchaseBody => ({
  network: network.id,
  phone,
  amount,
  currency,
  ...(bundle && { bundle: bundle.id }),
});
