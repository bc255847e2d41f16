import { createElement, type ReactElement } from 'react';
import type { IconNode } from 'lucide';

import { cx } from './cx.ts';

export interface IconProps {
  /** An icon of Lucide: `import giftIcon from 'lucide/dist/esm/icons/gift.mjs'`. */
  readonly of: IconNode;
  /** 18, 22 or 28 px; the default is 1.5 times the font size. */
  readonly size?: 'sm' | 'md' | 'lg';
}

/** A decorative icon; the control around it needs the name. */
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
