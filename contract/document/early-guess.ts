/*
 * On a phone the keypad of a voucher's document works before the app does. This is what they have in common.
 */

/** The template with the keypad, as the app would draw it. */
export const KEYPAD_ID = 'keypad';
/** Where the guess lies over the cover until the app draws its own. */
export const KEYPAD_PLACE = 'data-keypad-place';
/** Marks the buttons of a voucher that open its guess. */
export const OPENS_GUESS = { 'data-guess': '' } as const;

/** The keypad that the document opens; gone from `window` once the app has taken over. */
export interface EarlyGuess {
  /** The masked code with what was typed. */
  readonly guess: string;
  readonly isOpen: boolean;
  /** Claim was pressed with every place filled. */
  readonly isClaimed: boolean;
  /** Does nothing on wide screens, which type on a keyboard. */
  readonly show: () => void;
  readonly close: () => void;
}
