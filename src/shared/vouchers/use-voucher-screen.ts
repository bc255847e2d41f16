import { ok } from '../../../contract/result.ts';
import { referralCodeIn } from '../accounts/referral.ts';
import { useArrival } from './use-arrival.ts';
import { useAppLocation } from '../../platform/routing/router.tsx';
import { useDocumentTitle } from '../../platform/document/document-title.ts';
import { useSeed } from '../../platform/document/seed.ts';
import { useShownAge } from '../../platform/live/shown-age.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';
import { decideScreen, idFailure, matchesRef, type VoucherScreen } from './shown-voucher.ts';
import { voucherPageTitle } from './voucher-title.ts';
import { readVoucher } from '../../../local/queries/vouchers.ts';

/** What is known of a voucher, renewed when the screen opens, is seen again and when the network returns. */
export function useVoucherScreen(id: string): {
  readonly screen: VoucherScreen;
  readonly retry: () => void;
} {
  const { search } = useAppLocation();
  const { voucher: seeded } = useSeed();
  const seed = seeded && matchesRef(seeded, id) ? seeded : undefined;
  const read = useLive(readVoucher, [id]);
  const invalid = idFailure(id);
  const [refresh, retry] = useRefresh(
    async (worker) => (idFailure(id) ? ok(undefined) : worker.refreshVoucher(id)),
    [id],
  );
  useArrival(id, invalid ? undefined : referralCodeIn(search));
  const mirrored = read.phase === 'ready' ? read.data : undefined;
  useShownAge(mirrored?.fetchedAt);
  const screen: VoucherScreen = invalid
    ? { phase: 'failed', failure: invalid }
    : decideScreen({ seed, mirrored, refresh });
  useDocumentTitle(screen.phase === 'ready' ? voucherPageTitle(screen.voucher) : undefined);
  return { screen, retry };
}
