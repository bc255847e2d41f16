/** While data is saved no cover is loaded that is wider, px. */
export const SAVING_COVER_PX = 280;

/** The address that ends a candidate of a `srcset`: '/covers/… 280w'. */
const widthOf = (candidate: string): number => Number(/ (\d+)w$/.exec(candidate)?.[1]);

/** Of a cover's candidates those that are no wider; all where there is none. */
export const coversUpTo = (srcset: string, widestPx: number): string =>
  srcset
    .split(', ')
    .filter((candidate) => widthOf(candidate) <= widestPx)
    .join(', ') || srcset;
