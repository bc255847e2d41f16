import type { ReactElement } from 'react';

import { cx } from '../../../ui/cx.ts';
import { hasKeptDigits, type Guessing } from './guessing.ts';
import css from './kept-note.module.css';

/** Over the ticket's action: digits that were typed before signing in stand in the code, and nothing was sent. */
export const KeptNote = ({ state }: Pick<Guessing, 'state'>): ReactElement | null =>
  hasKeptDigits(state) ? (
    <p className={cx(css['note'], 'sm', 'semi', 'center')} role="status">
      Your guess is waiting
    </p>
  ) : null;
