import type { ReactElement } from 'react';

import type { EndState } from '../../platform/live/use-paged-list.ts';
import { MoreButton } from '../../ui/feedback/paged-list.tsx';

/** Below a list of vouchers that goes on. */
export const MoreVouchers = ({ state, failure, onMore }: EndState): ReactElement => (
  <MoreButton
    failure={failure}
    isLoading={state === 'loading'}
    isOffline={state === 'offline'}
    loadingLabel="Loading more vouchers"
    offlineNote="The next page is not saved on this phone."
    onMore={onMore}
  >
    Load More
  </MoreButton>
);
