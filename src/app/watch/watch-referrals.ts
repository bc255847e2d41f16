import { captureReferral, queryWithReferral } from '../../domain/accounts/referral.ts';
import { readSession } from '../../platform/session/session.ts';

/** A user has no sign-up ahead: what a link still says after theirs would be the next person's. */
async function captureOfVisitor(): Promise<void> {
  const { search } = location;
  if ((await readSession()) === 'signed-out') await captureReferral(search);
}

/**
 * Stores the referral code of the address that the app was opened at, and of those that a visitor comes to within it:
 * by a link that was scanned, pasted or shared with the app.
 */
export function watchReferrals(): void {
  void captureReferral(queryWithReferral(location.search, document.referrer, location.origin));
  for (const name of ['pushState', 'replaceState'])
    addEventListener(name, () => void captureOfVisitor());
}
