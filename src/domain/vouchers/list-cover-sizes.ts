import type { Voucher } from '../../../contract/vouchers.ts';

type Cover = NonNullable<Voucher['cover']>;

/** What of a list ticket the cover fills, px: a strip as high as most tickets are. */
const STRIP = { width: 92, height: 156 } as const;
/** Sharp on a screen of two pixels to a point; sharper ones would load several times as much for a list. */
const WIDEST_PX = 560;

/** The address that ends a candidate of a `srcset`: '/covers/… 280w'. */
const widthOf = (candidate: string): number => Number(/ (\d+)w$/.exec(candidate)?.[1]);

/** How a browser chooses a cover for a list: it is as wide as its strip cuts out of it, for it fills the height. */
export function listCoverSizes({ srcset, width, height }: Cover): {
  readonly srcSet: string;
  readonly sizes: string;
} {
  const fitting = srcset.split(', ').filter((candidate) => widthOf(candidate) <= WIDEST_PX);
  const shown = Math.max(STRIP.width, Math.ceil((STRIP.height * width) / Math.max(1, height)));
  return { srcSet: fitting.join(', ') || srcset, sizes: `${shown}px` };
}
