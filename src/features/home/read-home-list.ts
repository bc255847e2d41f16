import type { GoodiesDatabase } from '../../../local/database.ts';
import { readVoucherList, type VoucherListPage } from '../../../local/queries/vouchers.ts';
import type { VoucherRow } from '../../../local/rows.ts';
import { listQuery, type HomeAddress } from './home-filters.ts';
import { selectSaved } from './select-saved.ts';

/** What of the list stands on this device. */
export interface HomeListRead {
  /** The mirrored pages up to the first one that is missing. */
  readonly pages: readonly VoucherListPage[];
  /** Whether one more page than asked for is mirrored, so that it can be shown without a network. */
  readonly isNextSaved: boolean;
  /** Without any page of these filters: the saved vouchers that fit them. */
  readonly saved: readonly VoucherRow[];
}

/** Reads the pages that the address asks for, or stands in for them with whatever was saved on other ways. */
export async function readHomeList(
  db: GoodiesDatabase,
  { filters, pages: wanted }: HomeAddress,
): Promise<HomeListRead> {
  const query = listQuery(filters);
  const mirrored = await Promise.all(
    Array.from({ length: wanted + 1 }, (_, index) =>
      readVoucherList(db, { ...query, page: index + 1 }),
    ),
  );
  const missing = mirrored.indexOf(undefined);
  const unbroken = mirrored
    .slice(0, missing < 0 ? mirrored.length : missing)
    .filter((page) => page !== undefined);
  const saved = unbroken.length === 0 ? selectSaved(await db.vouchers.toArray(), filters) : [];
  return { pages: unbroken.slice(0, wanted), isNextSaved: unbroken.length > wanted, saved };
}
