import type { Currency } from '../../contract/money.ts';
import { type Processor, REGIONS, type RegionInfo } from '../../contract/region-table.ts';
import type { PaymentMethod } from '../../contract/wallet.ts';
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
};

/** The public name of a processor, e.g. `M-PESA` for `mpesa`. */
export const processorName = (processor: string): string =>
  (PROCESSOR_INFO as Readonly<Record<string, ProcessorInfo>>)[processor]?.name ?? processor;

/** The processor of that name, where a region with that currency offers it. */
export function offeredProcessor(processor: string, currency: Currency): Processor | undefined {
  const region = Object.values(REGIONS).find((info) => info.currency === currency);
  return region?.processors.find((name) => name === processor);
}

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
  }));
  return use === 'topup' ? methods : [WALLET, ...methods];
}
