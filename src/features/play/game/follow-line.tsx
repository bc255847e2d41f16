import { useEffect, useState, type ReactElement } from 'react';
import bellIcon from 'lucide/dist/esm/icons/bell.mjs';

import { HOUR_MS } from '../../../../contract/durations.ts';
import { FOLLOWED_SYNC_TAG, TAB } from '../../../../contract/storage-keys.ts';
import { readWaitUntil } from '../../../../local/queries/vouchers.ts';
import { readKey, tab, writeKey } from '../../../platform/storage/small-keys.ts';
import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { useIsAwaited } from '../../../shared/vouchers/voucher-reveal.ts';
import { useUser } from '../../../shared/accounts/user.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { useSession } from '../../../platform/session/session.ts';
import { toast } from '../../../platform/toast-store.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { signInPathFor } from '../guess/stored-guess.ts';
import { cx } from '../../../ui/cx.ts';
import css from './follow-line.module.css';

const MIN_INTERVAL_MS = 12 * HOUR_MS;

/** Chromium's own, for installed apps: no type of TypeScript has it. */
interface WithPeriodicSync {
  readonly periodicSync?: {
    readonly register: (tag: string, options: { readonly minInterval: number }) => Promise<void>;
  };
}

/**
 * Asks the browser to wake the service worker now and then for the vouchers that are followed. Where it cannot or
 * may not nothing happens: push tells of them, and their pages are fresh once they are opened.
 */
async function registerFollowedSync(): Promise<void> {
  try {
    const name = 'periodic-background-sync' as PermissionName;
    if ((await navigator.permissions.query({ name })).state !== 'granted') return;
    const { periodicSync } = (await navigator.serviceWorker.ready) as WithPeriodicSync &
      ServiceWorkerRegistration;
    await periodicSync?.register(FOLLOWED_SYNC_TAG, { minInterval: MIN_INTERVAL_MS });
  } catch {
    // Another browser, or one that refuses.
  }
}

// Fetched once it is of use: few are without push and have guessed.
const PushOffer = lazyComponent(
  async () => (await import('../../../shared/push/push-offer.tsx')).PushOffer,
);

function takeFollowIntent(ulid: string): boolean {
  if (readKey(TAB.pendingFollow, tab) !== ulid) return false;
  writeKey(TAB.pendingFollow, undefined, tab);
  return true;
}

async function follow(ulid: string, isWanted: boolean, event: string): Promise<void> {
  const result = await callWorker((worker) => worker.followVoucher(ulid, isWanted));
  if (result.ok && result.value) void registerFollowedSync();
  if (result.ok) toast(result.value ? `We’ll tell you when ${event}` : 'No longer followed');
  else toast(result.error.message, { kind: 'error' });
}

/** What somebody who follows it hears of next. */
function useNextEvent(voucher: ShownVoucher): string {
  if (useIsAwaited(voucher)) return 'it starts';
  return voucher.reveal_method === 'lottery' ? 'it is drawn' : 'a digit opens';
}

/**
 * Follows a giveaway, to hear of its digits and its end without guessing on it. There for visitors, too, who are led
 * to sign in, and follow it once they are back; its creator hears of it anyway.
 */
export function FollowLine({ voucher }: { readonly voucher: ShownVoucher }): ReactElement | null {
  const session = useSession();
  const user = useUser();
  const [isBusy, setIsBusy] = useState(false);
  const { ulid, creator, is_following: isFollowing } = voucher;
  const event = useNextEvent(voucher);
  const waited = useLive(readWaitUntil, [ulid]);
  const hasGuessed = waited.data !== undefined || (voucher.my_entries ?? 0) > 0;
  const mayFollow = user !== undefined && user.username !== creator;
  useEffect(() => {
    if (mayFollow && takeFollowIntent(ulid)) void follow(ulid, true, event);
  }, [mayFollow, ulid, event]);
  if (user?.username === creator) return null;

  const change = async (): Promise<void> => {
    if (session === 'signed-out') {
      writeKey(TAB.pendingFollow, ulid, tab);
      toast('Sign up or log in to follow this voucher');
      return navigate(signInPathFor(location.pathname + location.search));
    }
    setIsBusy(true);
    await follow(ulid, !isFollowing, event);
    setIsBusy(false);
  };
  return (
    <div className="stack g2">
      <div className={cx(css['line'], 'cluster apart sm muted')}>
        <span>{`Hear when ${event}`}</span>
        <Button size="sm" loading={isBusy} loadingLabel="Saving" onClick={() => void change()}>
          <Icon of={bellIcon} size="sm" /> {isFollowing ? 'Stop following' : 'Follow'}
        </Button>
      </div>
      {session === 'signed-in' && (hasGuessed || isFollowing) && (
        <PushOffer reason={`Know at once when ${event}`} />
      )}
    </div>
  );
}
