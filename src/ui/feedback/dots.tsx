import type { ReactElement } from 'react';
import css from './dots.module.css';

/** Three hopping dots for a short wait inside a control. Decorative: say what is awaited beside them. */
export function Dots(): ReactElement {
  return (
    <span className={css['dots']} aria-hidden="true">
      <i />
      <i />
      <i />
    </span>
  );
}
