/** 'known' digits are printed; the other states belong to hidden places. */
export type CellState = 'known' | 'new' | 'hidden' | 'open' | 'filled' | 'bad' | 'off';

/** 'limited' means that the user must wait before the next guess. */
export type CodeMode = 'shown' | 'typing' | 'wrong' | 'limited';

export interface CodeCell {
  readonly digit: string;
  readonly state: CellState;
}

export const HIDDEN = '*';

export const hiddenCount = (code: string): number => code.split(HIDDEN).length - 1;

/** One row up to ten digits, else two even rows, so that digits are readable on a phone. */
export const columnsOf = (length: number): number => (length > 10 ? Math.ceil(length / 2) : length);

/** The places that were hidden in `before` and show a digit in `after`. */
export function newlyOpened(before: string, after: string): number[] {
  if (before.length !== after.length) return [];
  return [...after].flatMap((digit, index) =>
    digit !== HIDDEN && before[index] === HIDDEN ? [index] : [],
  );
}

/** The state of each place. @param opened places that have just been revealed */
export function codeCells(
  maskedCode: string,
  guess: string,
  mode: CodeMode,
  opened: readonly number[] = [],
): CodeCell[] {
  const firstOpen = [...maskedCode].findIndex(
    (digit, index) => digit === HIDDEN && (guess[index] ?? HIDDEN) === HIDDEN,
  );
  return [...maskedCode].map((known, index): CodeCell => {
    if (known !== HIDDEN) {
      return { digit: known, state: opened.includes(index) ? 'new' : 'known' };
    }
    const typed = guess[index] ?? HIDDEN;
    if (mode === 'limited') return { digit: HIDDEN, state: 'off' };
    if (typed !== HIDDEN) return { digit: typed, state: mode === 'wrong' ? 'bad' : 'filled' };
    if (mode === 'typing' && index === firstOpen) return { digit: HIDDEN, state: 'open' };
    return { digit: HIDDEN, state: 'hidden' };
  });
}

/** 'Voucher code. 4 of 13 digits hidden.' */
export const codeLabel = (maskedCode: string): string =>
  `Voucher code. ${hiddenCount(maskedCode)} of ${maskedCode.length} digits hidden.`;
