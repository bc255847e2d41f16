import { LIST_TOTAL_MAX } from '../../contract/constants.ts';

/** What a page says of the whole list. */
export interface PageTotals {
  /** Exact up to `LIST_TOTAL_MAX` rows; of more, how many there are at least. */
  readonly total: number;
  /** Never before a page that has rows behind the present one, so that a reader who goes on comes to the end. */
  readonly lastPage: number;
  readonly hasMore: boolean;
}

/**
 * What is known of a list that is counted no further than one row above `LIST_TOTAL_MAX`.
 * @param counted rows as far as they were counted
 * @param read rows that were read from the page's first on; one more than `perPage` when there is a next page
 */
export function totalsOf(
  { page, perPage }: { readonly page: number; readonly perPage: number },
  counted: number,
  read: number,
): PageTotals {
  const reached = read === 0 ? 0 : (page - 1) * perPage + read;
  const total = counted > LIST_TOTAL_MAX ? Math.max(LIST_TOTAL_MAX, reached) : counted;
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  return { total, lastPage, hasMore: page < lastPage };
}
