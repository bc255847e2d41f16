import { LOCAL } from '../../../contract/storage-keys.ts';

/** Installing is offered only after the user has done something useful. */
export function noteDeed(): void {
  try {
    localStorage.setItem(LOCAL.hasActed, '1');
  } catch {
    // Without localStorage installing is not offered.
  }
}

export function hasActed(): boolean {
  try {
    return localStorage.getItem(LOCAL.hasActed) === '1';
  } catch {
    return false;
  }
}
