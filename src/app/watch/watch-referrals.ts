import { captureReferral } from '../../shared/accounts/referral.ts';
import { readSession } from '../../platform/session/session.ts';

/** A user has no sign-up ahead: what a link still says after theirs would be the next person's. */
async function captureOfVisitor(): Promise<void> {
  const { search } = location;
  if (search !== '' && (await readSession()) === 'signed-out') await captureReferral(search);
}

/** Stores the referral code of a link that a visitor comes to within the app: one scanned, pasted or shared with it. */
export function watchReferrals(): void {
  for (const name of ['pushState', 'replaceState'])
    addEventListener(name, () => void captureOfVisitor());
}
