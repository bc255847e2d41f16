import type { Failure } from '../../../../contract/result.ts';
import { createStore, useStore } from '../../../platform/store.ts';

export interface PinQuestion {
  readonly failure: Failure | undefined;
  readonly isChoosing: boolean;
  /** What is paid to whom, as 'Withdraw ₦5,000 to GTBank ••••6789', or why a PIN is to be chosen. */
  readonly saying?: string | undefined;
  /** Where the first PIN is wanted, for whoever leaves the app to confirm who they are; else where they are. */
  readonly returnTo?: string | undefined;
  readonly isBusy: boolean;
}

const question = createStore<PinQuestion | undefined>(undefined);
let loadSheet = (): Promise<void> => Promise.resolve();

export const readPinQuestion = question.get;
export const setPinQuestion = question.set;
export const usePinQuestion = (): PinQuestion | undefined => useStore(question);

export function showPinWith(load: () => Promise<void>): void {
  loadSheet = load;
}

export const loadPinSheet = (): Promise<void> => loadSheet();
