import { useState, type ReactElement } from 'react';
import bellRingIcon from 'lucide/dist/esm/icons/bell-ring.mjs';

import { PUSH_OFFER_SUPPRESS_MS } from '../../../contract/constants.ts';
import { readServerFacts } from '../../../local/queries/user-and-region.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';
import { Button } from '../../ui/action/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Card } from '../../ui/layout/layout.tsx';
import { pushHint } from './push-hint.ts';
import { cx } from '../../ui/cx.ts';
import css from './push-offer.module.css';
import { dismissPush } from './push-marks.ts';
import { usePushDismissedAt, usePushState } from './push-state.ts';
import { enablePush } from './set-push.ts';

export interface PushOfferProps {
  readonly reason: string;
}

export function PushOffer({ reason }: PushOfferProps): ReactElement | null {
  const state = usePushState();
  const dismissedAtMs = usePushDismissedAt();
  const isOffline = useConnectivity() === 'offline';
  const [isBusy, setIsBusy] = useState(false);
  // The time is read once, so that the offer does not vanish while it is being read.
  const [nowMs] = useState(() => Date.now());
  const { data: facts } = useLive(readServerFacts, []);
  useRefresh((worker) => worker.refreshRegions(), []);
  // The absolute distance keeps a wrong clock from hiding the offer for years.
  const isAway = dismissedAtMs > 0 && Math.abs(nowMs - dismissedAtMs) < PUSH_OFFER_SUPPRESS_MS;
  if (isAway || isOffline || !facts?.push || (state !== 'off' && state !== 'needs-install'))
    return null;
  const enable = async (): Promise<void> => {
    setIsBusy(true);
    await enablePush();
    setIsBusy(false);
  };
  return (
    <Card variant="line" className={cx('cluster', css['offer'])} aria-label="Push messages">
      <Icon of={bellRingIcon} size="md" />
      <p className={css['words']}>
        <strong>{reason}</strong>
        <br />
        <span className="sm muted">
          {pushHint(state) ?? 'Get a message on this phone, even when the app is closed.'}
        </span>
      </p>
      <div className="cluster g2">
        {state === 'off' && (
          <Button
            variant="primary"
            size="sm"
            loading={isBusy}
            loadingLabel="Turning on"
            onClick={() => void enable()}
          >
            Turn on
          </Button>
        )}
        <Button size="sm" onClick={() => dismissPush(Date.now())}>
          Not now
        </Button>
      </div>
    </Card>
  );
}
