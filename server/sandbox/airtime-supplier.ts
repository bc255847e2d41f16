import { NETWORK_BRANDS } from '../disbursements/network-brands.ts';
import { MINOR_PER_MAJOR } from '../../contract/money.ts';
import type { RegionKey } from '../../contract/region-table.ts';
import type { AirtimeSupplier, Operator } from '../disbursements/adapters/providers.ts';
import { createSandboxOrders, type SandboxParts } from './supplier-orders.ts';

interface Prices {
  /** The least and the most, major units. */
  readonly range: readonly [number, number];
  /** Major units, and what they buy. */
  readonly bundles: readonly (readonly [number, string])[];
}

/** About what networks ask. */
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

/** Sells airtime of each network that there is, and tops up no phone. */
export const createSandboxAirtime = (parts: SandboxParts): AirtimeSupplier => ({
  ...createSandboxOrders(parts),
  listOperators: (region) => Promise.resolve(operatorsIn(region)),
});
