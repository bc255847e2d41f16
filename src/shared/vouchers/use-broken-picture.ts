import { useEffect, useState } from 'react';

import { onNetworkReturn } from '../../platform/connectivity.ts';

/** For the <img> whose fate is watched. */
interface PictureWatch {
  readonly ref: (image: HTMLImageElement | null) => void;
  readonly onError: () => void;
}

/**
 * Whether a picture could not be loaded, be it after hydration or before; one that failed for want of a network is tried
 * again when that is back.
 * @param src undefined where there is none
 */
export function useBrokenPicture(
  src: string | undefined,
): readonly [isBroken: boolean, watch: PictureWatch] {
  const [broken, setBroken] = useState<string>();
  useEffect(() => onNetworkReturn(() => setBroken(undefined)), []);
  const watch: PictureWatch = {
    // The event of one that is in the document itself may have come before there was anybody to hear it.
    ref: (image) => {
      if (image?.complete && image.naturalWidth === 0) setBroken(src);
    },
    onError: () => setBroken(src),
  };
  return [src !== undefined && broken === src, watch];
}
