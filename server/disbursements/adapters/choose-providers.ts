import type { Currency } from '../../../contract/money.ts';
import type { RegionKey } from '../../../contract/region-table.ts';
import type { Config } from '../../config/config.ts';
import { createSandboxAirtime, createSandboxBills } from '../../sandbox/suppliers.ts';
import { createSandboxRail } from '../../sandbox/payout-rail.ts';
import { SANDBOX, type TransferParts } from '../../sandbox/transfers.ts';
import { createFlutterwaveRail, FLUTTERWAVE_RAIL } from './flutterwave-payouts.ts';
import { createPaystackRail, PAYSTACK_RAIL } from './paystack-payouts.ts';
import { createFlutterwaveBills, FLUTTERWAVE_BILLS } from './flutterwave-bills.ts';
import { createReloadlyAirtime } from './reloadly-airtime.ts';
import { RELOADLY } from './reloadly-api.ts';
import { createReloadlyBills } from './reloadly-bills.ts';
import type { AirtimeSupplier, BillSupplier, PayoutRail, Supplier } from './providers.ts';

interface Parts extends TransferParts {
  readonly config: Config;
}

/** While the sandbox is on it alone pays out: wallets may hold play money, which must never leave as real money. */
export function createPayoutRails({ config, db, clock }: Parts) {
  const { paystack, flutterwave } = config.gateways;
  const rails = new Map<string, PayoutRail>();
  if (config.sandbox) rails.set(SANDBOX, createSandboxRail({ db, clock }));
  if (paystack) rails.set(PAYSTACK_RAIL, createPaystackRail(paystack, { clock }));
  if (flutterwave) rails.set(FLUTTERWAVE_RAIL, createFlutterwaveRail(flutterwave, { clock }));

  const realRailFor = (currency: Currency): string => {
    if (currency === 'NGN' && paystack?.secretKeys.NG) return PAYSTACK_RAIL;
    if (currency === 'GHS' && paystack?.secretKeys.GH) return PAYSTACK_RAIL;
    return FLUTTERWAVE_RAIL;
  };
  return {
    payingOut: (currency: Currency): PayoutRail | undefined =>
      currency === 'USD' ? undefined : rails.get(config.sandbox ? SANDBOX : realRailFor(currency)),
    /** The rail of an existing payout; undefined when it is not configured. */
    named: (name: string): PayoutRail | undefined => rails.get(name),
  };
}

export function createSuppliers({ config, db, clock }: Parts) {
  const { reloadly, flutterwave } = config.gateways;
  const airtime = new Map<string, AirtimeSupplier>();
  const bills = new Map<string, BillSupplier>();
  if (config.sandbox) {
    airtime.set(SANDBOX, createSandboxAirtime({ db, clock }));
    bills.set(SANDBOX, createSandboxBills({ db, clock }));
  }
  if (reloadly) {
    airtime.set(RELOADLY, createReloadlyAirtime(reloadly, { clock }));
    bills.set(RELOADLY, createReloadlyBills(reloadly, { clock }));
  }
  if (flutterwave) bills.set(FLUTTERWAVE_BILLS, createFlutterwaveBills(flutterwave, { clock }));

  /** Flutterwave can check customers, but sells bills in Nigeria only. */
  const realBillsIn = (region: RegionKey): string =>
    region === 'nigeria' && flutterwave ? FLUTTERWAVE_BILLS : RELOADLY;
  return {
    airtimeIn: (_region: RegionKey): AirtimeSupplier | undefined =>
      airtime.get(config.sandbox ? SANDBOX : RELOADLY),
    billsIn: (region: RegionKey): BillSupplier | undefined =>
      bills.get(config.sandbox ? SANDBOX : realBillsIn(region)),
    /** The supplier of an existing purchase; undefined when it is not configured. */
    named: (kind: 'airtime' | 'bill', name: string): Supplier | undefined =>
      (kind === 'airtime' ? airtime : bills).get(name),
  };
}
