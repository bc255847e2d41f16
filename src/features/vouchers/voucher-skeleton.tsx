import type { ReactElement } from 'react';

import { CODE_LENGTH } from '../../../contract/constants.ts';
import { Card } from '../../ui/card.tsx';
import { Columns, Page } from '../../ui/layout.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { SharersSkeleton } from './top-sharers.tsx';
import css from './voucher-skeleton.module.css';

const PLACES = Array.from({ length: CODE_LENGTH }, (_, index) => `place-${index + 1}`);

/** A voucher that is on its way, in its final shape. */
export function VoucherSkeleton(): ReactElement {
  return (
    <Page aria-busy="true">
      <h1 className="vh">Voucher</h1>
      <p className="vh" role="status">
        Loading voucher
      </p>
      <Columns kind="side-main">
        <div className="stack g3">
          <div className={css['howto']}>
            <Skeleton width="60%" />
            <Skeleton shape="block" width="6rem" height="2.75rem" />
          </div>
          <div className={css['ticket']} data-loading="">
            <div className={css['cover']} />
            <div className={css['body']}>
              <Skeleton shape="block" width="55%" height="2.75rem" />
              <div className={css['code']}>
                {PLACES.map((place) => (
                  <Skeleton key={place} shape="block" height="3.25rem" />
                ))}
              </div>
              <Skeleton width="70%" />
              <Skeleton shape="block" height="3.5rem" />
            </div>
          </div>
        </div>
        <aside>
          <Card className="stack g3">
            <Skeleton width="50%" />
            <SharersSkeleton />
          </Card>
        </aside>
      </Columns>
    </Page>
  );
}
