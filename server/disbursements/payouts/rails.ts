import type { Currency } from '../../../contract/money.ts';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/database.ts';
import { createSandboxRail, SANDBOX_RAIL } from '../../sandbox/payout-rail.ts';
import { createFlutterwaveRail, FLUTTERWAVE_RAIL } from './flutterwave-rail.ts';
import type { PayoutRail, PayoutRails } from './payout-rail.ts';
import { createPaystackRail, PAYSTACK_RAIL } from './paystack-rail.ts';

interface Parts {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
}

/**
 * The payout rails of this configuration. While the sandbox is on, it is the only one that pays out: wallets
 * may hold play money then, which must never leave as real money.
 */
export function createPayoutRails({ config, db, clock }: Parts): PayoutRails {
  const { paystack, flutterwave } = config.gateways;
  const rails = new Map<string, PayoutRail>();
  if (config.sandbox) rails.set(SANDBOX_RAIL, createSandboxRail({ db, clock }));
  if (paystack) rails.set(PAYSTACK_RAIL, createPaystackRail(paystack, { clock }));
  if (flutterwave) rails.set(FLUTTERWAVE_RAIL, createFlutterwaveRail(flutterwave, { clock }));

  const realRailFor = (currency: Currency): string => {
    if (currency === 'NGN' && paystack?.secretKeys.NG) return PAYSTACK_RAIL;
    if (currency === 'GHS' && paystack?.secretKeys.GH) return PAYSTACK_RAIL;
    return FLUTTERWAVE_RAIL;
  };
  return {
    payingOut(currency) {
      if (currency === 'USD') return undefined;
      return rails.get(config.sandbox ? SANDBOX_RAIL : realRailFor(currency));
    },
    named: (name) => rails.get(name),
  };
}
