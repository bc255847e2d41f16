import type { ReactElement } from 'react';

import { Fold } from '../../../ui/display/fold.tsx';
import css from './fairness.module.css';

/** How the promise works, for people who never heard of a hash. */
export function Explanation({ commitment }: { readonly commitment: string }): ReactElement {
  return (
    <Fold isSection title="How it works">
      <ol className={css['steps']}>
        <li>
          Before anybody could guess, every digit went into an envelope of its own, together with a
          long random number, so that nobody can try what is inside.
        </li>
        <li>
          All envelopes and the rules were closed with one seal. It was published at once, and your
          phone keeps the first one it saw.
        </li>
        <li>
          When a digit opens, its random number is given out too. Your phone closes the envelope
          again: only the same digit gives the same seal.
        </li>
        <li>
          When the voucher is over, the key to all envelopes is published, and the whole code can be
          checked.
        </li>
      </ol>
      <p className="sm">
        The seal of this voucher:
        <br />
        <code className={css['hash']}>{commitment}</code>
      </p>
    </Fold>
  );
}
