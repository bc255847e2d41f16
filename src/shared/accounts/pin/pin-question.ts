import { useSyncExternalStore } from 'react';

import type { Failure } from '../../../../contract/result.ts';
import { createListeners } from '../../../../local/listeners.ts';

/** What the PIN sheet is asked for. */
export interface PinQuestion {
  /** Why: the server's refusal, or none where the user chooses a PIN by themself. */
  readonly failure: Failure | undefined;
  /** Chosen here and not only typed: there is none yet, or it is to become another one. */
  readonly isChoosing: boolean;
  /** The PIN was given, and what it was asked for is under way. */
  readonly isBusy: boolean;
}

let question: PinQuestion | undefined;
let loadSheet = (): Promise<void> => Promise.resolve();
const listeners = createListeners();

/** Undefined while the sheet is closed. */
export const readPinQuestion = (): PinQuestion | undefined => question;

/** Opens the sheet, changes what it asks, or closes it with undefined. */
export function setPinQuestion(next: PinQuestion | undefined): void {
  question = next;
  listeners.notify();
}

/** What the sheet is asked for; undefined while it is closed. */
export const usePinQuestion = (): PinQuestion | undefined =>
  useSyncExternalStore(listeners.add, readPinQuestion, () => undefined);

/** Tells what fetches the sheet's code; it rejects where that cannot be had, and tries again when it is called again. */
export function showPinWith(load: () => Promise<void>): void {
  loadSheet = load;
}

export const loadPinSheet = (): Promise<void> => loadSheet();
