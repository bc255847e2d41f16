import { useState, type CSSProperties, type ReactElement } from 'react';

import { cx } from '../cx.ts';
import { Asterisk } from './asterisk.tsx';
import {
  codeCells,
  codeLabel,
  columnsOf,
  hiddenCount,
  newlyOpened,
  HIDDEN,
  type CodeCell,
  type CodeMode,
} from './code-cells.ts';
import css from './code.module.css';

/** The digits that were checked; the caller must also import `code-proof.css`. */
export interface CodeProof {
  /** By place; undefined where nothing is known. */
  readonly marks: readonly ('proved' | 'refuted' | undefined)[];
  /** '9 digits proved.' */
  readonly label: string;
}

export interface CodeProps {
  /** Digits and asterisks; an asterisk that becomes a digit is animated. */
  readonly maskedCode: string;
  /** It has the same length as `maskedCode` and contains what was typed. */
  readonly guess?: string;
  readonly mode?: CodeMode;
  /** Set it on the dark guess overlay. */
  readonly over?: boolean;
  readonly proof?: CodeProof | undefined;
}

type Custom = CSSProperties & Record<`--${string}`, string | number>;

/** The delay between two turning digits. */
const TURN_STAGGER_MS = 60;

function useOpened(maskedCode: string): readonly number[] {
  const [seen, setSeen] = useState(maskedCode);
  const [opened, setOpened] = useState<readonly number[]>([]);
  if (seen !== maskedCode) {
    setSeen(maskedCode);
    setOpened(
      seen.length === maskedCode.length ? [...opened, ...newlyOpened(seen, maskedCode)] : [],
    );
  }
  return opened;
}

const flap = cx('figure flap hinged', css['flap']);

function Flap({ cell, order }: { readonly cell: CodeCell; readonly order: number }): ReactElement {
  if (cell.state === 'known') return <span className={flap}>{cell.digit}</span>;
  const wait: Custom = { '--wait': `${order * TURN_STAGGER_MS}ms` };
  return (
    <span className={cx(flap, css['new'])} style={wait}>
      <span className={css['face']}>{cell.digit}</span>
      <span className={cx(css['leaf'], css['bottom'])}>
        <span>{cell.digit}</span>
      </span>
      <span className={cx(css['leaf'], css['top'])}>
        <span>
          <Asterisk />
        </span>
      </span>
    </span>
  );
}

function Slot({ cell }: { readonly cell: CodeCell }): ReactElement {
  return (
    <span className={cx('figure edged', css['slot'])} data-cell={cell.state}>
      {cell.state === 'open' ? null : cell.digit === HIDDEN ? <Asterisk /> : cell.digit}
    </span>
  );
}

/** A voucher's code; modes other than 'shown' also need `code-guess.css`. */
export function Code({
  maskedCode,
  guess = maskedCode,
  mode = 'shown',
  over,
  proof,
}: CodeProps): ReactElement {
  const opened = useOpened(maskedCode);
  const cells = codeCells(maskedCode, guess, mode, opened);
  const columns = columnsOf(cells.length);
  const left = hiddenCount(guess);
  const grid: Custom = { '--cols': columns };
  return (
    <div
      className={css['code']}
      data-over={over ? '' : undefined}
      data-shake={mode === 'wrong' ? '' : undefined}
      style={grid}
      role="group"
      aria-label={`${codeLabel(maskedCode)}${proof ? ` ${proof.label}` : ''}`}
    >
      <span className="vh">
        {[...guess].map((digit) => (digit === HIDDEN ? 'blank' : digit)).join(' ')}
      </span>
      {cells.map((cell, index) => (
        // The place is the key, because digits repeat.
        <span key={`place-${index + 1}`} aria-hidden="true" data-proof={proof?.marks[index]}>
          {cell.state === 'known' || cell.state === 'new' ? (
            <Flap cell={cell} order={opened.indexOf(index)} />
          ) : (
            <Slot cell={cell} />
          )}
        </span>
      ))}
      {cells.length % columns !== 0 && (left > 0 || mode !== 'shown') && (
        <span className={cx('middle center', css['tally'])} aria-hidden="true">
          <span>
            <b className="figure">{left}</b> left
          </span>
        </span>
      )}
      <span className="vh" role="status">
        {mode === 'typing' && `${left} left`}
      </span>
    </div>
  );
}

/** A code on one line, for lists. */
export function CodeLine({ maskedCode }: { readonly maskedCode: string }): ReactElement {
  return (
    <div
      className={cx('figure', css['line'])}
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
