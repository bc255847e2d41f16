import { type Processor, REGIONS, type RegionInfo } from '../../contract/region-table.ts';
import type { MethodConfigAnswer } from '../../contract/payments.ts';
import type { PaymentMethod } from '../../contract/wallet.ts';
import { AppError } from '../http/app-error.ts';
import type { Processors } from './processor.ts';

/** What a method pays for. */
export type PaymentUse = 'voucher' | 'topup' | 'premium';

interface Provider {
  readonly code: string;
  readonly name: string;
}

interface ProcessorInfo {
  readonly name: string;
  /** One of the app's own icons. */
  readonly icon: string;
  /** Networks that a payer chooses from; none where the processor asks by itself. */
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

/** The public name of a processor or gateway, e.g. `M-PESA` for `mpesa`. */
export const processorName = (processor: string): string =>
  PUBLIC_NAMES.get(processor) ?? processor;

/** Methods that ask the payer on the phone, where the processor can. */
export const PHONE_METHODS: readonly Processor[] = ['mobile_money', 'mpesa'];

export const isPhoneMethod = (method: string): boolean =>
  PHONE_METHODS.some((name) => name === method);

/** Whether a payer may choose this network of a processor. */
export const hasProvider = (processor: Processor, code: string): boolean =>
  PROCESSOR_INFO[processor].providers.some((provider) => provider.code === code);

/**
 * How people of a region can pay for something: the wallet first, except where it is the wallet that is
 * being filled, then the region's processors as far as they are configured.
 */
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

/**
 * What a method asks of the payer beside the amount.
 * @throws AppError `processor_unsupported` for a method that cannot be used.
 */
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
