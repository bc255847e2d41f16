import type { ReactElement } from 'react';
import css from './dots.module.css';

/** Three animated dots for a short wait; the caller must provide the text. */
export function Dots(): ReactElement {
  return (
    <span className={css['dots']} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
