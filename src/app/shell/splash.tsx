import type { ReactElement } from 'react';
import css from './splash.module.css';

/** Glyph and name for 2.5 s while the installed app opens; nothing in a browser tab. CSS alone shows and hides it. */
export function Splash(): ReactElement {
  return (
    <div className={css['splash']} aria-hidden="true">
      <span className={css['glyph']} />
      <span className={css['name']} />
    </div>
  );
}
