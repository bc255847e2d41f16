import type { ReactElement } from 'react';
import css from './splash.module.css';

export function Splash(): ReactElement {
  return (
    <div className={css['splash']} aria-hidden="true">
      <span className={css['glyph']} />
      <span className={css['name']} />
    </div>
  );
}
