import type { MouseEvent, ReactElement } from 'react';

import { cx } from '../../ui/cx.ts';
import css from './shell.module.css';

/** Without the browser's own entry in the history: it has no key, and would scroll the page as a way back does. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

/** Past the header, for who goes about with the keyboard. */
export function SkipLink(): ReactElement {
  return (
    <a className={cx(css['skip'], 'deferred')} href="#main" onClick={skip}>
      Skip to content
    </a>
  );
}
