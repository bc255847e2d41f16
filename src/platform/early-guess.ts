import type { EarlyGuess } from '../../contract/document/early-guess.ts';

declare global {
  interface Window {
    earlyGuess?: EarlyGuess | undefined;
  }
}

/** Closes the document's keypad for good. @returns what was typed on it, where it was open */
export function takeEarlyGuess(): EarlyGuess | undefined {
  const { earlyGuess: early } = window;
  delete window.earlyGuess;
  if (!early?.isOpen) return undefined;
  early.close();
  return early;
}
