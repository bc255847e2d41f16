import { LOCAL } from '../../../contract/storage-keys.ts';

/**
 * Notes that something was done here for the first time: a guess that was answered, a voucher made or redeemed. Only then
 * is installing offered.
 */
export function noteDeed(): void {
  try {
    localStorage.setItem(LOCAL.hasActed, '1');
  } catch {
    // Without localStorage it is not offered.
  }
}

export function hasActed(): boolean {
  try {
    return localStorage.getItem(LOCAL.hasActed) === '1';
  } catch {
    return false;
  }
}
