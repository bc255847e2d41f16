import type { ComponentProps, ReactElement } from 'react';
import hello from '../assets/mascot.svg?no-inline';
import sticker from '../assets/mascot-sticker.svg?no-inline';
import stickerOffline from '../assets/mascot-sticker-offline.svg?no-inline';
import stickerWin from '../assets/mascot-sticker-win.svg?no-inline';
import win from '../assets/mascot-win.svg?no-inline';
import nest from '../assets/nest.svg?no-inline';

const PICTURES = {
  hello: { src: hello, width: 244, height: 236 },
  win: { src: win, width: 244, height: 236 },
  sticker: { src: sticker, width: 262, height: 252 },
  'sticker-win': { src: stickerWin, width: 262, height: 252 },
  'sticker-offline': { src: stickerOffline, width: 262, height: 252 },
  nest: { src: nest, width: 240, height: 220 },
} as const;

export interface MascotProps extends Omit<ComponentProps<'img'>, 'src' | 'width' | 'height'> {
  /** The sticker variants have a pale outline for dark grounds; 'nest' is for empty states. */
  readonly variant?: keyof typeof PICTURES;
}

/** The mascot; it is lazy, because browsers parse an SVG before the page. */
export function Mascot({ variant = 'hello', alt = '', ...rest }: MascotProps): ReactElement {
  return <img {...PICTURES[variant]} alt={alt} loading="lazy" decoding="async" {...rest} />;
}
