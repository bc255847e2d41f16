import { LIST_TOTAL_MAX } from '../../contract/constants.ts';

/** `lastPage` is never below the present page while more rows follow. */
export function totalsOf(
  { page, perPage }: { readonly page: number; readonly perPage: number },
  counted: number,
  read: number,
) {
  const reached = read === 0 ? 0 : (page - 1) * perPage + read;
  const total = counted > LIST_TOTAL_MAX ? Math.max(LIST_TOTAL_MAX, reached) : counted;
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  return { total, lastPage, hasMore: page < lastPage };
}

export function pageOf<Row extends { readonly id: number }>(
  rows: readonly Row[],
  size: number,
): { readonly shown: readonly Row[]; readonly nextCursor: number | null } {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  return { shown, nextCursor: last && rows.length > size ? last.id : null };
}
