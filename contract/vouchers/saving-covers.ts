/** Pixels. */
export const SAVING_COVER_PX = 280;

const widthOf = (candidate: string): number => Number(/ (\d+)w$/.exec(candidate)?.[1]);

/** Filters a `srcset`; returns it unchanged if every picture is wider. */
export const coversUpTo = (srcset: string, widestPx: number): string =>
  srcset
    .split(', ')
    .filter((candidate) => widthOf(candidate) <= widestPx)
    .join(', ') || srcset;
