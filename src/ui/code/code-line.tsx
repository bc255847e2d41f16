import type { ReactElement } from 'react';
import { Asterisk } from './asterisk.tsx';
import { HIDDEN, hiddenCount } from './code-cells.ts';
import css from './code-line.module.css';

/** A code on one line, for lists. */
export function CodeLine({ maskedCode }: { readonly maskedCode: string }): ReactElement {
  return (
    <div
      className={css['line']}
      role="img"
      aria-label={`Code with ${hiddenCount(maskedCode)} hidden digits`}
    >
      {[...maskedCode].map((digit, index) =>
        digit === HIDDEN ? (
          <i key={`place-${index + 1}`}>
            <Asterisk />
          </i>
        ) : (
          <b key={`place-${index + 1}`}>{digit}</b>
        ),
      )}
    </div>
  );
}
