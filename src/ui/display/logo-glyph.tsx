import type { ComponentProps, ReactElement } from 'react';
import glyph from '../assets/logo-glyph.svg?no-inline';

/** The ticket of the logo, without a ground. Decorative: the wordmark or a label names the product. Lazy as `Mascot`. */
export function LogoGlyph(props: Omit<ComponentProps<'img'>, 'src' | 'alt'>): ReactElement {
  return <img width={46} height={39} {...props} src={glyph} alt="" loading="lazy" />;
}
