import type { RegionKey } from '../../../contract/region-table.ts';
import type { Clock } from '../../clock.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../db/database.ts';
import { createSandboxAirtime } from '../../sandbox/airtime-supplier.ts';
import { createSandboxBills } from '../../sandbox/bill-supplier.ts';
import { SANDBOX_SUPPLIER } from '../../sandbox/supplier-orders.ts';
import { createFlutterwaveBills, FLUTTERWAVE_BILLS } from './flutterwave-bills.ts';
import { createReloadlyBills } from './reloadly/reloadly-bills.ts';
import { createReloadlyAirtime, RELOADLY } from './reloadly/reloadly-airtime.ts';
import type { AirtimeSupplier, BillSupplier, Suppliers } from './supplier.ts';

interface Parts {
  readonly config: Config;
  readonly db: Db;
  readonly clock: Clock;
}

/**
 * The suppliers of this configuration. While the sandbox is on, it is the only one that sells: wallets may hold
 * play money then, which must never leave as real money.
 */
export function createSuppliers({ config, db, clock }: Parts): Suppliers {
  const { reloadly, flutterwave } = config.gateways;
  const airtime = new Map<string, AirtimeSupplier>();
  const bills = new Map<string, BillSupplier>();
  if (config.sandbox) {
    airtime.set(SANDBOX_SUPPLIER, createSandboxAirtime({ db, clock }));
    bills.set(SANDBOX_SUPPLIER, createSandboxBills({ db, clock }));
  }
  if (reloadly) {
    airtime.set(RELOADLY, createReloadlyAirtime(reloadly, { clock }));
    bills.set(RELOADLY, createReloadlyBills(reloadly, { clock }));
  }
  if (flutterwave) bills.set(FLUTTERWAVE_BILLS, createFlutterwaveBills(flutterwave, { clock }));

  /** Flutterwave tells whose a meter is, and takes bills in Nigeria alone. */
  const realBillsIn = (region: RegionKey): string =>
    region === 'nigeria' && flutterwave ? FLUTTERWAVE_BILLS : RELOADLY;
  return {
    airtimeIn: () => airtime.get(config.sandbox ? SANDBOX_SUPPLIER : RELOADLY),
    billsIn: (region) => bills.get(config.sandbox ? SANDBOX_SUPPLIER : realBillsIn(region)),
    named: (kind, name) => (kind === 'airtime' ? airtime : bills).get(name),
  };
}
