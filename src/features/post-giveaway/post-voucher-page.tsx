import type { ReactElement } from 'react';

import { errorMessage } from '../../../contract/errors.ts';
import { DEFAULT_REGION, REGIONS } from '../../../contract/region-table.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { AppLink } from '../../ui/action/app-link.tsx';
import { Page, PageHead } from '../../ui/layout/layout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { readUser } from '../../../local/queries/user-and-region.ts';
import { emptyGiveaway } from './giveaway-form.ts';
import { PostForm } from './post-form.tsx';

/** /post-voucher and /add-voucher: a creator posts a giveaway and pays for it. */
export default function PostVoucherPage(): ReactElement {
  const read = useLive(readUser, []);
  useRefresh((worker) => worker.refreshUser(), []);
  const user = read.phase === 'ready' ? read.data?.user : undefined;
  return (
    <Page>
      <PageHead>
        <h1>Post a giveaway</h1>
      </PageHead>
      {user?.email_verified === false && (
        <Alert tone="warn">
          {errorMessage('email_unverified')}.{' '}
          <AppLink className="link" href="/verify-email">
            Verify
          </AppLink>
        </Alert>
      )}
      {read.phase === 'loading' ? (
        <Skeleton shape="block" height="30rem" />
      ) : (
        <PostForm initial={emptyGiveaway(REGIONS[user?.region ?? DEFAULT_REGION].currency)} />
      )}
    </Page>
  );
}
