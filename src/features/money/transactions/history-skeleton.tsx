import type { ReactElement } from 'react';

import { RowsSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import css from './history-list.module.css';

export const HistorySkeleton = (): ReactElement => (
  <Card className={css['list']}>
    <RowsSkeleton what="Loading transactions" count={6} values />
  </Card>
);
