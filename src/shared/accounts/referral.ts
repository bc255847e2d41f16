import { get, set } from 'idb-keyval';

import { readReferralCode } from '../../../contract/accounts/referral-code.ts';
import { KEYS } from '../../../contract/storage-keys.ts';
import { parseUrl } from '../../platform/routing/parse-url.ts';

/** The referral code in a query (`?ref=`), in the server's spelling; undefined when there is none or it is malformed. */
export const referralCodeIn = (search: string): string | undefined =>
  readReferralCode(new URLSearchParams(search).get('ref') ?? '');

/**
 * The query of the address itself, else that of the page of this app before it: a visitor who is quicker than the
 * app follows a link before it has read the address.
 */
export function queryWithReferral(search: string, referrer: string, origin: string): string {
  const before = referralCodeIn(search) ? undefined : parseUrl(referrer);
  return before?.origin === origin ? before.search : search;
}

/** Stores the referral code of a query for a later sign-up, whatever page it arrived on. */
export async function captureReferral(search: string): Promise<void> {
  const code = referralCodeIn(search);
  if (!code) return;
  try {
    await set(KEYS.pendingReferral, code);
  } catch {
    // Without IndexedDB the code is lost; everything else works.
  }
}

/** The referral code that was stored; undefined when there is none or it cannot be read. */
export const readPendingReferral = (): Promise<string | undefined> =>
  get<string>(KEYS.pendingReferral).catch(() => undefined);
