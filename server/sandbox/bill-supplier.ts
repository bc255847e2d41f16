import type { BillCategoryId } from '../../contract/purchases.ts';
import { MINOR_PER_MAJOR } from '../../contract/money.ts';
import type { RegionKey } from '../../contract/region-table.ts';
import type { BillSupplier, SoldBiller, SoldItem } from '../disbursements/adapters/providers.ts';
import { createSandboxOrders, PREPAID, type SandboxParts } from './supplier-orders.ts';

/** Numbers that end like this have no customer. */
const UNKNOWN = '0404';
const SHOWN_DIGITS = 4;
const minor = (major: number): bigint => BigInt(major) * BigInt(MINOR_PER_MAJOR);

/** What is paid as the customer chooses. Major units. */
const open = (
  id: string,
  name: string,
  [min, max]: readonly [number, number],
  fee = 0,
): SoldItem => ({
  id,
  product: id,
  name,
  amountMinor: undefined,
  minMinor: minor(min),
  maxMinor: minor(max),
  feeMinor: minor(fee),
});

/** A package at its price. Major units. */
const fixed = (id: string, name: string, price: number): SoldItem => ({
  id,
  product: id,
  name,
  amountMinor: minor(price),
  minMinor: undefined,
  maxMinor: undefined,
  feeMinor: 0n,
});

const biller = (
  category: BillCategoryId,
  id: string,
  name: string,
  customerLabel: string,
  items: readonly SoldItem[],
): SoldBiller => ({ id, name, category, customerLabel, isChecked: category !== 'internet', items });

const NAIRA = [500, 500_000] as const;
const meters = (id: string, fee = 0): SoldItem[] => [
  open(`${id}-${PREPAID}`, 'Prepaid', NAIRA, fee),
  open(`${id}-postpaid`, 'Postpaid', NAIRA, fee),
];

const BILLERS: Readonly<Record<RegionKey, readonly SoldBiller[]>> = {
  nigeria: [
    biller('electricity', 'ikeja', 'Ikeja Electric', 'Meter number', meters('ikeja', 100)),
    biller('electricity', 'eko', 'Eko Electricity', 'Meter number', meters('eko', 100)),
    biller('electricity', 'aedc', 'Abuja Electricity', 'Meter number', meters('aedc')),
    biller('tv', 'dstv', 'DStv', 'Smartcard number', [
      fixed('dstv-padi', 'Padi', 4_400),
      fixed('dstv-compact', 'Compact', 19_000),
    ]),
    biller('tv', 'gotv', 'GOtv', 'IUC number', [
      fixed('gotv-jinja', 'Jinja', 3_900),
      fixed('gotv-max', 'Max', 8_500),
    ]),
    biller('internet', 'spectranet', 'Spectranet', 'Customer number', [
      open('spectranet', 'Top-up', [500, 100_000]),
    ]),
    biller('water', 'lagos-water', 'Lagos Water Corporation', 'Customer number', [
      open('lagos-water', 'Bill', NAIRA),
    ]),
  ],
  ghana: [
    biller('electricity', 'ecg', 'ECG', 'Meter number', [
      open(`ecg-${PREPAID}`, 'Prepaid', [5, 5_000]),
      open('ecg-postpaid', 'Postpaid', [5, 5_000]),
    ]),
    biller('tv', 'dstv', 'DStv', 'Smartcard number', [fixed('dstv-access', 'Access', 99)]),
    biller('water', 'gwcl', 'Ghana Water', 'Customer number', [open('gwcl', 'Bill', [5, 5_000])]),
  ],
  kenya: [
    biller('electricity', 'kplc', 'Kenya Power', 'Meter number', [
      open(`kplc-${PREPAID}`, 'Prepaid tokens', [50, 35_000]),
      open('kplc-postpaid', 'Postpaid', [50, 35_000]),
    ]),
    biller('tv', 'gotv', 'GOtv', 'IUC number', [fixed('gotv-plus', 'Plus', 1_100)]),
    biller('internet', 'zuku', 'Zuku', 'Account number', [open('zuku', 'Bill', [100, 50_000])]),
    biller('water', 'nairobi-water', 'Nairobi Water', 'Account number', [
      open('nairobi-water', 'Bill', [50, 100_000]),
    ]),
  ],
};

/** Takes bills of some billers that a real supplier would list, and pays none. */
export const createSandboxBills = (parts: SandboxParts): BillSupplier => ({
  ...createSandboxOrders(parts),
  listBillers: (region) => Promise.resolve(BILLERS[region]),
  findCustomer: (_biller, _item, customer) =>
    Promise.resolve(
      customer.endsWith(UNKNOWN) ? undefined : `Test Customer ${customer.slice(-SHOWN_DIGITS)}`,
    ),
});
