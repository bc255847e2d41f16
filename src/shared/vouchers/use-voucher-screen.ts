import { useEffect } from 'react';

import { DEVICE_CHALLENGE_MS } from '../../../contract/constants.ts';
import { ok } from '../../../contract/result.ts';
import { readVoucher } from '../../../local/queries/vouchers.ts';
import { afterVisit } from '../../platform/after-visit.ts';
import { onNetworkReturn } from '../../platform/connectivity.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';
import { useAppLocation } from '../../platform/routing/router.tsx';
import { useDocumentTitle, useSeed } from '../../platform/document.ts';
import { useShownAge } from '../../platform/live/shown-age.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';
import { referralCodeIn } from '../accounts/referral.ts';
import { decideScreen, idFailure, matchesRef, type VoucherScreen } from './shown-voucher.ts';
import { voucherPageTitle } from './voucher-texts.ts';

/** Reports a visit by a shared link, once: when the page was visible for a while, or the network is back. */
export function useArrival(id: string, referralCode: string | undefined): void {
  useEffect(() => {
    if (referralCode === undefined) return undefined;
    let state: 'unseen' | 'untold' | 'told' = 'unseen';
    const reportOnce = async (): Promise<void> => {
      if (state !== 'untold') return;
      state = 'told';
      const result = await callWorker((worker) => worker.reportArrival(id, referralCode), {
        timeoutMs: DEVICE_CHALLENGE_MS,
      });
      if (!result.ok) state = 'untold';
    };
    const endWait = afterVisit(() => {
      state = 'untold';
      void reportOnce();
    });
    const endReturn = onNetworkReturn(() => void reportOnce());
    return () => {
      endWait();
      endReturn();
    };
  }, [id, referralCode]);
}

export function useVoucherScreen(id: string) {
  const { search } = useAppLocation();
  const { voucher: seeded } = useSeed();
  const seed = seeded && matchesRef(seeded, id) ? seeded : undefined;
  const { data: mirrored } = useLive(readVoucher, [id]);
  const invalid = idFailure(id);
  const [refresh, retry] = useRefresh(
    async (worker) => (idFailure(id) ? ok(undefined) : worker.refreshVoucher(id)),
    [id],
  );
  useArrival(id, invalid ? undefined : referralCodeIn(search));
  useShownAge(mirrored?.fetchedAt);
  const screen: VoucherScreen = invalid
    ? { phase: 'failed', failure: invalid }
    : decideScreen({ seed, mirrored, refresh });
  useDocumentTitle(screen.phase === 'ready' ? voucherPageTitle(screen.voucher) : undefined);
  return { screen, retry };
}
