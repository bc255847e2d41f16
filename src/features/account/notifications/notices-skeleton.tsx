import type { ReactElement } from 'react';

import { RowsSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import css from './notifications.module.css';

export const NoticesSkeleton = (): ReactElement => (
  <Card className={css['list']}>
    <RowsSkeleton what="Loading notifications" count={6} />
  </Card>
);
