import { useState, type ReactElement } from 'react';
import bellIcon from 'lucide/dist/esm/icons/bell.mjs';

import { readWaitUntil } from '../../../local/queries/vouchers.ts';
import { lazyComponent } from '../../platform/lazy/lazy-component.tsx';
import { keepFollowedFresh } from './keep-followed-fresh.ts';
import type { ShownVoucher } from '../../domain/vouchers/shown-voucher.ts';
import { useUser } from '../../domain/accounts/use-user.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { loginPathFor } from '../../platform/routing/next-path.ts';
import { navigate } from '../../platform/routing/router.tsx';
import { useSession } from '../../platform/session/session.ts';
import { toast } from '../../platform/toast-store.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';
import { Button } from '../../ui/action/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import css from './follow-line.module.css';

// Fetched once it is of use: few are without push and have guessed.
const PushOffer = lazyComponent(
  async () => (await import('../../domain/push/push-offer.tsx')).PushOffer,
);

/**
 * Follows a giveaway, to hear of its digits and its end without guessing on it. There for visitors, too, who are led
 * to log in; its creator hears of it anyway.
 */
export function FollowLine({ voucher }: { readonly voucher: ShownVoucher }): ReactElement | null {
  const session = useSession();
  const user = useUser();
  const [isBusy, setIsBusy] = useState(false);
  const { ulid, creator, is_following: isFollowing } = voucher;
  const waited = useLive(readWaitUntil, [ulid]);
  const hasGuessed =
    (waited.phase === 'ready' && waited.data !== undefined) || (voucher.my_entries ?? 0) > 0;
  if (user?.username === creator) return null;

  const change = async (): Promise<void> => {
    if (session === 'signed-out') return navigate(loginPathFor(`/v/${ulid}`));
    setIsBusy(true);
    const result = await callWorker((worker) => worker.followVoucher(ulid, !isFollowing));
    setIsBusy(false);
    if (result.ok && result.value) void keepFollowedFresh();
    if (result.ok) toast(result.value ? 'You will hear of this voucher' : 'No longer followed');
    else toast(result.error.message, { kind: 'error' });
  };
  return (
    <div className="stack g2">
      <div className={css['line']}>
        <span>Hear when a digit opens</span>
        <Button size="sm" loading={isBusy} loadingLabel="Saving" onClick={() => void change()}>
          <Icon of={bellIcon} size="sm" /> {isFollowing ? 'Stop following' : 'Follow'}
        </Button>
      </div>
      {session === 'signed-in' && (hasGuessed || isFollowing) && (
        <PushOffer reason="Know at once when a digit opens" />
      )}
    </div>
  );
}
