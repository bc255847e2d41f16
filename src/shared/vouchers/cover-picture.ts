import { useEffect, useState } from 'react';

import type { Voucher } from '../../../contract/vouchers.ts';
import { coversUpTo, SAVING_COVER_PX } from '../../../contract/vouchers/saving-covers.ts';
import { isSavingData } from '../../platform/data-saver.ts';
import { onNetworkReturn } from '../../platform/connectivity.ts';

export type Cover = NonNullable<Voucher['cover']>;

/** What of a list ticket the cover fills, px: a strip as high as most tickets are. */
const STRIP = { width: 92, height: 156 } as const;
/** Sharp on a screen of two pixels to a point; sharper ones would load several times as much for a list. */
const WIDEST_PX = 560;

export const allowedCovers = (srcset: string): string =>
  isSavingData() ? coversUpTo(srcset, SAVING_COVER_PX) : srcset;

/** The picture that may be loaded now where only one can be named, as before a video. */
export const allowedPicture = ({ src, srcset }: Pick<Cover, 'src' | 'srcset'>): string =>
  isSavingData() ? allowedCovers(srcset).split(', ').at(-1)?.split(' ')[0] || src : src;

/** How a browser chooses a cover for a list: it is as wide as its strip cuts out of it, for it fills the height. */
export function listCoverSizes({ srcset, width, height }: Cover) {
  const shown = Math.max(STRIP.width, Math.ceil((STRIP.height * width) / Math.max(1, height)));
  return { srcSet: allowedCovers(coversUpTo(srcset, WIDEST_PX)), sizes: `${shown}px` };
}

/** Whether a picture could not be loaded; one that failed for want of a network is tried again when that is back. */
export function useBrokenPicture(src: string | undefined) {
  const [broken, setBroken] = useState<string>();
  useEffect(() => onNetworkReturn(() => setBroken(undefined)), []);
  const watch = {
    // The event of one that is in the document itself may have come before there was anybody to hear it.
    ref: (image: HTMLImageElement | null): void => {
      if (image?.complete && image.naturalWidth === 0) setBroken(src);
    },
    onError: () => setBroken(src),
  };
  return [src !== undefined && broken === src, watch] as const;
}
