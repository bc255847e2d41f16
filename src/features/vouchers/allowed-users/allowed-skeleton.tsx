import type { ReactElement } from 'react';

import { Columns } from '../../../ui/layout/layout.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';

/** The list on its way, in its final shape. */
export const AllowedSkeleton = (): ReactElement => (
  <div aria-busy="true">
    <p className="vh" role="status">
      Loading users
    </p>
    <Columns kind="main-side">
      <div className="stack g4">
        <Skeleton shape="block" height="4.5rem" />
        <Skeleton shape="block" height="18rem" />
      </div>
      <Skeleton shape="block" height="8rem" />
    </Columns>
  </div>
);
