import type { RegionKey } from '../../../contract/region-table.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { ask } from '../../lib/ask.ts';
import type { AirtimeSupplier, FixedPrice, Operator } from '../suppliers/supplier.ts';
import { NETWORK_BRANDS, type NetworkBrand } from './network-brands.ts';

export interface Bundle extends FixedPrice {
  readonly id: string;
  readonly product: string;
}

/** A network and what its supplier sells of it. */
export interface Network extends NetworkBrand {
  readonly airtime: Operator;
  readonly bundles: readonly Bundle[];
}

/**
 * The supplier of a region's airtime.
 * @throws AppError `purchase_unsupported`
 */
export function airtimeSupplierIn(deps: Deps, region: RegionKey): AirtimeSupplier {
  const supplier = deps.suppliers.airtimeIn(region);
  if (!supplier) throw new AppError('purchase_unsupported');
  return supplier;
}

/**
 * The networks of a region that can be topped up now.
 * @throws AppError `networks_failed` when the supplier cannot be asked, or takes too long
 */
export async function networksOf(
  supplier: AirtimeSupplier,
  region: RegionKey,
): Promise<readonly Network[]> {
  const operators = await ask(supplier.listOperators(region), 'networks_failed');
  return NETWORK_BRANDS[region].flatMap((brand) => {
    const own = operators.filter(({ name }) => brand.named.test(name));
    const airtime = own.find(({ isData }) => !isData);
    return airtime ? [{ ...brand, airtime, bundles: own.flatMap(bundlesOf) }] : [];
  });
}

/** Named by operator and price, which is all that a supplier has of them. */
const bundlesOf = ({ isData, product, prices }: Operator): Bundle[] =>
  isData
    ? prices.map(({ amountMinor, name }) => ({
        id: `${product}-${amountMinor}`,
        product,
        amountMinor,
        name,
      }))
    : [];
