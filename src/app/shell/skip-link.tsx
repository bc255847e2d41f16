import type { MouseEvent, ReactElement } from 'react';

import { cx } from '../../ui/cx.ts';
import css from './shell.module.css';

/** The browser's own navigation would add a history entry without a key and scroll the page. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

export function SkipLink(): ReactElement {
  return (
    <a className={cx(css['skip'], 'deferred')} href="#main" onClick={skip}>
      Skip to content
    </a>
  );
}
