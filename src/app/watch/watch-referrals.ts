import { captureReferral } from '../../shared/accounts/referral.ts';
import { readSession } from '../../platform/session/session.ts';

/** A signed-in user cannot sign up, so a stored code would count for the next person. */
async function captureOfVisitor(): Promise<void> {
  const { search } = location;
  if (search !== '' && (await readSession()) === 'signed-out') await captureReferral(search);
}

export function watchReferrals(): void {
  for (const name of ['pushState', 'replaceState'])
    addEventListener(name, () => void captureOfVisitor());
}
