import type { ComponentProps, ReactElement } from 'react';
import css from './cloth.module.css';
import { cx } from '../cx.ts';

export type ClothVariant = 'adire' | 'kente' | 'bead' | 'shuka';

export interface ClothProps extends ComponentProps<'div'> {
  /** None where something opaque lies on it. */
  readonly variant: ClothVariant | undefined;
}

/** A block of patterned cloth, where other apps would show a stock photo. */
export function Cloth({ variant, className, ...rest }: ClothProps): ReactElement {
  return <div {...rest} className={cx(variant && css[variant], className)} />;
}
