import type { ReactElement } from 'react';

import type { MoreState } from '../../platform/live/paged-list.ts';
import { MoreButton } from '../../ui/feedback/more-button.tsx';

export interface MoreVouchersProps {
  readonly state: Extract<MoreState, 'ready' | 'loading' | 'offline'>;
  readonly onMore: () => void;
}

/** Below a list of vouchers that goes on. */
export const MoreVouchers = ({ state, onMore }: MoreVouchersProps): ReactElement => (
  <MoreButton
    isLoading={state === 'loading'}
    isOffline={state === 'offline'}
    loadingLabel="Loading more vouchers"
    offlineNote="The next page is not saved on this phone."
    onMore={onMore}
  >
    Load More
  </MoreButton>
);
