import type { ReactElement } from 'react';

import { hasKeptDigits, type Guessing } from './guessing.ts';

/** Over the ticket's action: digits that were typed before signing in stand in the code, and nothing was sent. */
export const KeptNote = ({ state }: Pick<Guessing, 'state'>): ReactElement | null =>
  hasKeptDigits(state) ? (
    <p className="semi center" role="status">
      Your guess is waiting
    </p>
  ) : null;
