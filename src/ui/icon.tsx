import { createElement, type ReactElement } from 'react';
import type { IconNode } from 'lucide';

import { cx } from './cx.ts';

export interface IconProps {
  /** The shapes of one of Lucide's icons: `import giftIcon from 'lucide/dist/esm/icons/gift.mjs'`. */
  readonly of: IconNode;
  /** 18, 22 or 28 px; without it, one and a half times the text around it. */
  readonly size?: 'sm' | 'md' | 'lg';
}

/** A decorative line icon on a grid of 24 units; name the control, not the icon. */
export function Icon({ of, size }: IconProps): ReactElement {
  return createElement(
    'svg',
    {
      className: cx('i', size && `i--${size}`),
      viewBox: '0 0 24 24',
      'aria-hidden': true,
    },
    ...of.map(([shape, attributes]) => createElement(shape, attributes)),
  );
}
