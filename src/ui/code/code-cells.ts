/** How one place of a code looks: printed digits are known, the others are slots. */
export type CellState = 'known' | 'new' | 'hidden' | 'open' | 'filled' | 'bad' | 'off';

/** What the whole code is doing: shown, being typed into, just refused, or closed for a wait. */
export type CodeMode = 'shown' | 'typing' | 'wrong' | 'limited';

export interface CodeCell {
  readonly digit: string;
  readonly state: CellState;
}

export const HIDDEN = '*';

export const hiddenCount = (code: string): number => code.split(HIDDEN).length - 1;

/** Columns that keep digits readable on a phone: one row up to ten digits, else two even rows. */
export const columnsOf = (length: number): number => (length > 10 ? Math.ceil(length / 2) : length);

/** Places that were hidden in `before` and show a digit in `after`, left to right. */
export function newlyOpened(before: string, after: string): number[] {
  if (before.length !== after.length) return [];
  return [...after].flatMap((digit, index) =>
    digit !== HIDDEN && before[index] === HIDDEN ? [index] : [],
  );
}

/**
 * The look of each place.
 * @param maskedCode what is known, hidden places as asterisks
 * @param guess the same length, with what was typed into hidden places
 * @param opened places whose digit has just been revealed
 */
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
