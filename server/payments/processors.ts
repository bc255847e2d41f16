import type { Currency } from '../../contract/money.ts';
import { offeredProcessor } from '../../contract/payments/offered-processors.ts';
import type { Processor } from '../../contract/region-table.ts';
import type { GatewaySettings } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import { createSandboxProcessor } from '../sandbox/sandbox-processor.ts';
import { callbackTokenOf, createDaraja } from './gateways/daraja.ts';
import { createFlutterwave } from './gateways/flutterwave.ts';
import { createPaystack } from './gateways/paystack.ts';
import type { Gateway, PaymentProcessor, Processors } from './processor.ts';

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
