import type { ComponentProps, ReactElement } from 'react';
import glyph from '../assets/logo-glyph.svg?no-inline';

/**
 * The ticket of the logo, without a ground. Decorative: the wordmark or a label names the product. It comes with the
 * document: asked for later, it has one of a browser's six connections while the database's code waits for one.
 */
export function LogoGlyph(props: Omit<ComponentProps<'img'>, 'src' | 'alt'>): ReactElement {
  return <img width={46} height={39} {...props} src={glyph} alt="" fetchPriority="high" />;
}
