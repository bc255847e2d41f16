import { useSyncExternalStore } from 'react';

import type { Failure } from '../../../../contract/result.ts';
import { createListeners } from '../../../../local/listeners.ts';

export interface PinQuestion {
  readonly failure: Failure | undefined;
  readonly isChoosing: boolean;
  readonly isBusy: boolean;
}

let question: PinQuestion | undefined;
let loadSheet = (): Promise<void> => Promise.resolve();
const listeners = createListeners();

export const readPinQuestion = (): PinQuestion | undefined => question;

export function setPinQuestion(next: PinQuestion | undefined): void {
  question = next;
  listeners.notify();
}

export const usePinQuestion = (): PinQuestion | undefined =>
  useSyncExternalStore(listeners.add, readPinQuestion, () => undefined);

export function showPinWith(load: () => Promise<void>): void {
  loadSheet = load;
}

export const loadPinSheet = (): Promise<void> => loadSheet();
