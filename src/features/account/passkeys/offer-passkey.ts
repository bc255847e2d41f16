import { DAY_MS } from '../../../../contract/durations.ts';
import { LOCAL } from '../../../../contract/storage-keys.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { readKey, writeKey } from '../../../platform/storage/small-keys.ts';
import { notify } from '../../../platform/toast-store.ts';
import { knowsPasskeys } from './load-passkeys.ts';

const AGAIN_AFTER_MS = 90 * DAY_MS;

/** After a log-in with the password, where the device has a fingerprint or face; dismissed, not again for a while. */
export async function offerPasskey(now = Date.now()): Promise<void> {
  const offeredAt = Number(readKey(LOCAL.passkeyOfferedAt) ?? 0);
  if (!knowsPasskeys() || now - offeredAt < AGAIN_AFTER_MS) return;
  const hasSensor = await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable().catch(
    () => false,
  );
  if (!hasSensor) return;
  writeKey(LOCAL.passkeyOfferedAt, String(now));
  notify('Next time, log in with your fingerprint or face.', {
    durationMs: 0,
    action: { label: 'Set up', onSelect: () => navigate('/profile/security') },
  });
}
