import type { Currency } from '../../contract/money.ts';
import { offeredProcessor } from '../../contract/payments/offered-processors.ts';
import { type Processor, PROCESSORS } from '../../contract/region-table.ts';
import type { GatewaySettings } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import { createSandboxProcessor } from '../sandbox/sandbox-processor.ts';
import { createSandboxSettlements } from '../sandbox/settlements.ts';
import { callbackTokenOf, createDaraja } from './gateways/daraja.ts';
import { createFlutterwave } from './gateways/flutterwave.ts';
import { createFlutterwaveSettlements } from './gateways/flutterwave-settlements.ts';
import { createPaystack } from './gateways/paystack.ts';
import { createPaystackSettlements } from './gateways/paystack-settlements.ts';
import type { Gateway, PaymentProcessor, Processors } from './processor.ts';
import type { SettlementReader } from './settlements/settlement.ts';

type Parts = Pick<Deps, 'config' | 'db' | 'clock' | 'secrets'>;

const GATEWAYS: Readonly<Record<Processor, readonly Gateway[]>> = {
  paystack: ['paystack'],
  flutterwave: ['flutterwave'],
  mobile_money: ['paystack', 'flutterwave'],
  mpesa: ['daraja', 'flutterwave'],
};

export const NO_GATEWAYS: GatewaySettings = {
  paystack: undefined,
  flutterwave: undefined,
  daraja: undefined,
  reloadly: undefined,
};

export function createProcessors(parts: Parts): Processors {
  const makers = makersOf(parts);
  const find = (
    name: string,
    currency: Currency,
    isWanted: (gateway: Gateway) => boolean,
  ): PaymentProcessor | undefined => {
    const method = offeredProcessor(name, currency);
    if (method === undefined) return undefined;
    const gateways = [...GATEWAYS[method], 'sandbox' as const].filter(isWanted);
    const processors = gateways.map((gateway) => makers[gateway](method, currency));
    return processors.find((processor) => processor !== undefined);
  };
  return {
    find: (name, currency) => find(name, currency, () => true),
    of: ({ processor, gateway, currency }) =>
      find(processor, currency, (known) => known === gateway),
  };
}

type Make = (method: Processor, currency: Currency) => PaymentProcessor | undefined;

function makersOf(parts: Parts): Readonly<Record<Gateway, Make>> {
  const { config, secrets, clock } = parts;
  const { paystack, flutterwave, daraja } = config.gateways;
  const mpesa =
    daraja &&
    createDaraja({
      settings: daraja,
      clock,
      callbackUrlOf: (reference) =>
        `${config.publicOrigin}/api/v1/webhooks/mpesa/${callbackTokenOf(secrets, reference)}`,
    });
  return {
    paystack(method, currency) {
      const secretKey = paystack?.secretKeys[currency === 'GHS' ? 'GH' : 'NG'];
      return paystack && secretKey
        ? createPaystack(method, { baseUrl: paystack.baseUrl, secretKey })
        : undefined;
    },
    flutterwave: (method) => flutterwave && createFlutterwave(method, flutterwave),
    daraja: () => mpesa,
    sandbox: (method) => (config.sandbox ? createSandboxProcessor(method, parts) : undefined),
  };
}

/** Those of each gateway once, the sandbox's where there is no other; Daraja's are booked by hand. */
export function createSettlementReaders({
  config,
  db,
  clock,
}: Omit<Parts, 'secrets'>): SettlementReader[] {
  const { paystack, flutterwave } = config.gateways;
  const real: SettlementReader[] = [];
  if (paystack) {
    const { baseUrl, secretKeys } = paystack;
    const keys = Object.values(secretKeys).filter((key) => key !== undefined);
    real.push(createPaystackSettlements(keys.map((secretKey) => ({ baseUrl, secretKey }))));
  }
  if (flutterwave) real.push(createFlutterwaveSettlements(flutterwave, { clock }));
  if (!config.sandbox) return real;
  const left = PROCESSORS.filter((name) => !real.some(({ gateway }) => gateway === name));
  return [...real, ...left.map((name) => createSandboxSettlements(name, { db }))];
}
