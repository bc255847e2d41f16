import type { RegionKey } from '../../../contract/region-table.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { ask } from '../../lib/ask.ts';
import type { BillSupplier, SoldBiller, SoldItem } from '../suppliers/supplier.ts';

/**
 * The supplier of a region's bills.
 * @throws AppError `purchase_unsupported`
 */
export function billSupplierIn(deps: Deps, region: RegionKey): BillSupplier {
  const supplier = deps.suppliers.billsIn(region);
  if (!supplier) throw new AppError('purchase_unsupported');
  return supplier;
}

/**
 * The billers of a region that can be paid now, by name.
 * @throws AppError `billers_failed` when the supplier cannot be asked, or takes too long
 */
export async function billersOf(
  supplier: BillSupplier,
  region: RegionKey,
): Promise<readonly SoldBiller[]> {
  const billers = await ask(supplier.listBillers(region), 'billers_failed');
  return billers
    .filter(({ items }) => items.length > 0)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/**
 * What is paid: a biller and one of its items, the first where none is named.
 * @throws AppError `biller_gone`, `billers_failed`
 */
export async function itemOf(
  supplier: BillSupplier,
  region: RegionKey,
  named: { readonly biller: string; readonly item?: string | undefined },
): Promise<{ readonly biller: SoldBiller; readonly item: SoldItem }> {
  const biller = (await billersOf(supplier, region)).find(({ id }) => id === named.biller);
  const item = biller?.items.find(({ id }) => named.item === undefined || id === named.item);
  if (!biller || !item) throw new AppError('biller_gone');
  return { biller, item };
}

/**
 * Whose number that is, as far as the biller tells.
 * @returns null where it does not
 * @throws AppError `customer_not_found`, `customer_check_failed`
 */
export async function checkCustomer(
  supplier: BillSupplier,
  { biller, item }: { readonly biller: SoldBiller; readonly item: SoldItem },
  customer: string,
): Promise<string | null> {
  if (!biller.isChecked) return null;
  const found = supplier.findCustomer(biller, item, customer).then((name) => ({ name }));
  const { name } = await ask(found, 'customer_check_failed');
  if (name === undefined) throw new AppError('customer_not_found');
  return name;
}
