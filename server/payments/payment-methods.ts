import type { Currency } from '../../contract/money.ts';
import type { MethodConfigAnswer } from '../../contract/payments.ts';
import { offeredProcessor } from '../../contract/payments/offered-processors.ts';
import { readNationalNumber, withCountryCode } from '../../contract/phone-number.ts';
import {
  type Processor,
  type RegionInfo,
  regionOfMoney,
  REGIONS,
} from '../../contract/region-table.ts';
import type { PaymentConfig, PaymentMethod } from '../../contract/wallet.ts';
import type { Deps } from '../deps.ts';
import { AppError, fieldError } from '../http/app-error.ts';
import type { CheckoutTerms, PaymentProcessor, Processors } from './processor.ts';

export type PaymentUse = 'voucher' | 'topup' | 'premium';

interface Provider {
  readonly code: string;
  readonly name: string;
}

interface ProcessorInfo {
  readonly name: string;
  readonly icon: string;
  readonly providers: readonly Provider[];
}

const PROCESSOR_INFO: Readonly<Record<Processor, ProcessorInfo>> = {
  paystack: { name: 'Paystack', icon: 'landmark', providers: [] },
  flutterwave: { name: 'Flutterwave', icon: 'landmark', providers: [] },
  mobile_money: {
    name: 'Mobile money',
    icon: 'smartphone',
    providers: [
      { code: 'mtn', name: 'MTN MoMo' },
      { code: 'vod', name: 'Telecel Cash' },
      { code: 'atl', name: 'AT Money' },
    ],
  },
  mpesa: { name: 'M-PESA', icon: 'smartphone', providers: [] },
};

const WALLET: PaymentMethod = {
  id: 'wallet',
  value: 'wallet',
  name: 'Wallet',
  icon: 'wallet',
  providers: [],
  default_for_region: false,
  provider: null,
};

const PUBLIC_NAMES: ReadonlyMap<string, string> = new Map([
  ...Object.entries(PROCESSOR_INFO).map(([processor, { name }]) => [processor, name] as const),
  ['daraja', PROCESSOR_INFO.mpesa.name],
]);

export const processorName = (processor: string): string =>
  PUBLIC_NAMES.get(processor) ?? processor;

/** Methods that can send a prompt to the payer's phone. */
export const PHONE_METHODS: readonly Processor[] = ['mobile_money', 'mpesa'];

export const isPhoneMethod = (method: string): boolean =>
  PHONE_METHODS.some((name) => name === method);

const hasProvider = (processor: Processor, code: string): boolean =>
  PROCESSOR_INFO[processor].providers.some((provider) => provider.code === code);

export function listPaymentMethods(
  processors: Processors,
  region: RegionInfo,
  use: PaymentUse,
): PaymentMethod[] {
  const usable = region.processors.filter((name) => processors.find(name, region.currency));
  const methods = usable.map((name) => ({
    id: name,
    value: name,
    name: PROCESSOR_INFO[name].name,
    icon: PROCESSOR_INFO[name].icon,
    providers: [...PROCESSOR_INFO[name].providers],
    default_for_region: name === region.default_processor,
    provider: PROCESSOR_INFO[name].providers[0]?.code ?? null,
  }));
  return use === 'topup' ? methods : [WALLET, ...methods];
}

export function readMethodConfig(
  processors: Processors,
  method: string,
): MethodConfigAnswer['data'] {
  if (method === WALLET.id) return configOf(method, undefined, []);
  const region = Object.values(REGIONS).find((info) =>
    info.processors.some((name) => name === method && processors.find(name, info.currency)),
  );
  const processor = region && processors.find(method, region.currency);
  if (!processor) throw new AppError('processor_unsupported');
  const phone = {
    name: 'phone' as const,
    label: 'Phone number',
    required: processor.phone === 'required',
    phone_code: region.phone_code,
  };
  const [provider] = PROCESSOR_INFO[method as Processor].providers;
  return configOf(method, provider, processor.phone === 'unused' ? [] : [phone]);
}

const configOf = (
  methodId: string,
  provider: Provider | undefined,
  fields: MethodConfigAnswer['data']['fields'],
): MethodConfigAnswer['data'] => ({
  methodId,
  config: { fields },
  provider: provider?.code ?? null,
  providerName: provider?.name ?? null,
  fields,
});

export interface ChosenMethod {
  readonly processor: string;
  readonly provider?: string | undefined;
  readonly config?: PaymentConfig | undefined;
}

export function chooseProcessor(
  deps: Pick<Deps, 'processors'>,
  chosen: ChosenMethod,
  amountMinor: bigint,
  currency: Currency,
): { readonly processor: PaymentProcessor; readonly terms: CheckoutTerms } {
  const offered = offeredProcessor(chosen.processor, currency);
  const processor = offered && deps.processors.find(offered, currency);
  if (!processor) throw new AppError('processor_unsupported');
  const { provider, config } = chosen;
  if (provider !== undefined && !hasProvider(offered, provider))
    throw fieldError('provider', 'is not a network of this payment method');
  const phone =
    config?.phone === undefined || processor.phone === 'unused'
      ? undefined
      : readPhone(config.phone, currency);
  const terms: CheckoutTerms = { amountMinor, currency, provider, phone };
  processor.plan(terms);
  return { processor, terms };
}

/** Digits with the country code, e.g. 254712345678, however the number was typed. */
export function readPhone(text: string, currency: Currency): string {
  const region = regionOfMoney(currency);
  const national = region && readNationalNumber(text, region.key);
  if (!region || national === undefined)
    throw fieldError('phone', 'is not a phone number of this country');
  return withCountryCode(national, region.key);
}
