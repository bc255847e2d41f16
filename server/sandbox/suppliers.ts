import type {
  AirtimeSupplier,
  BillSupplier,
  KnownOrder,
  Operator,
  ProviderResponse,
  SoldBiller,
  SoldItem,
  Supplier,
} from '../disbursements/adapters/providers.ts';
import { createTransfers, ownerOf, SANDBOX, type TransferParts } from './transfers.ts';
import { NETWORK_BRANDS } from '../disbursements/network-brands.ts';
import { MINOR_PER_MAJOR } from '../../contract/money.ts';
import type { RegionKey } from '../../contract/region-table.ts';
import type { BillCategoryId } from '../../contract/purchases.ts';

const PREPAID = 'prepaid';
const TOKEN_DIGITS = 20;

/** Derived from the reference, so that repeated queries agree. */
const tokenOf = (reference: string): string =>
  [...reference]
    .map((char) => char.charCodeAt(0) % 10)
    .join('')
    .slice(-TOKEN_DIGITS);

function createSandboxOrders(parts: TransferParts): Supplier {
  const transfers = createTransfers(parts);
  const withToken = (answer: ProviderResponse, { reference, product }: KnownOrder) =>
    answer.state === 'paid' && product.endsWith(PREPAID)
      ? { ...answer, token: tokenOf(reference) }
      : answer;
  return {
    name: SANDBOX,
    send: async (order) => withToken(await transfers.send(order.reference, order.customer), order),
    find: async (order) => withToken(await transfers.find(order.reference), order),
  };
}

/** Major units. */
interface Prices {
  readonly range: readonly [number, number];
  readonly bundles: readonly (readonly [number, string])[];
}

const PRICES: Readonly<Record<RegionKey, Prices>> = {
  nigeria: {
    range: [50, 50_000],
    bundles: [
      [500, '1 GB, 1 day'],
      [1_000, '1.5 GB, 7 days'],
      [2_500, '6 GB, 7 days'],
      [5_000, '14.5 GB, 30 days'],
    ],
  },
  ghana: {
    range: [1, 500],
    bundles: [
      [5, '700 MB, no expiry'],
      [20, '3 GB, 30 days'],
      [50, '9 GB, 30 days'],
    ],
  },
  kenya: {
    range: [10, 10_000],
    bundles: [
      [50, '1.5 GB, 3 hours'],
      [100, '1 GB, 1 day'],
      [500, '4.5 GB, 30 days'],
    ],
  },
};

const minor = (major: number): bigint => BigInt(major) * BigInt(MINOR_PER_MAJOR);

function operatorsIn(region: RegionKey): Operator[] {
  const { range, bundles } = PRICES[region];
  const [least, most] = range;
  return NETWORK_BRANDS[region].flatMap(({ id, name }) => [
    {
      product: id,
      name,
      isData: false,
      prices: [],
      minMinor: minor(least),
      maxMinor: minor(most),
    },
    {
      product: `${id}-data`,
      name: `${name} Data`,
      isData: true,
      prices: bundles.map(([price, text]) => ({ amountMinor: minor(price), name: text })),
      minMinor: 0n,
      maxMinor: 0n,
    },
  ]);
}

export const createSandboxAirtime = (parts: TransferParts): AirtimeSupplier => ({
  ...createSandboxOrders(parts),
  listOperators: (region) => Promise.resolve(operatorsIn(region)),
});

/** Major units. */
const open = (
  id: string,
  name: string,
  [min, max]: readonly [number, number],
  fee = 0,
): SoldItem => ({
  id,
  product: id,
  name,
  minMinor: minor(min),
  maxMinor: minor(max),
  feeMinor: minor(fee),
});

/** Major units. */
const fixed = (id: string, name: string, price: number): SoldItem => ({
  id,
  product: id,
  name,
  amountMinor: minor(price),
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

export const createSandboxBills = (parts: TransferParts): BillSupplier => ({
  ...createSandboxOrders(parts),
  listBillers: (region) => Promise.resolve(BILLERS[region]),
  findCustomer: (_biller, _item, customer) => Promise.resolve(ownerOf(customer, 'Customer')),
});
