import { get, set } from 'idb-keyval';

import { readReferralCode } from '../../../contract/accounts/referral-code.ts';
import { KEYS } from '../../../contract/storage-keys.ts';
import { parseUrl } from '../../platform/routing/next-path.ts';

export const referralCodeIn = (search: string): string | undefined =>
  readReferralCode(new URLSearchParams(search).get('ref') ?? '');

/** A user can follow a link before the app has read the address, so the referrer counts too. */
export function queryWithReferral(search: string, referrer: string, origin: string): string {
  const before = referralCodeIn(search) ? undefined : parseUrl(referrer);
  return before?.origin === origin ? before.search : search;
}

export async function captureReferral(search: string): Promise<void> {
  const code = referralCodeIn(search);
  if (!code) return;
  try {
    await set(KEYS.pendingReferral, code);
  } catch {
    // Without IndexedDB the code is lost; everything else works.
  }
}

export const readPendingReferral = (): Promise<string | undefined> =>
  get<string>(KEYS.pendingReferral).catch(() => undefined);
