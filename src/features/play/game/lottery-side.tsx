import { useState, type ReactElement, type ReactNode } from 'react';

import { formatCount } from '../../../ui/text/format-money.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { Tabs } from '../../../ui/action/tabs.tsx';
import { Entries } from './entries.tsx';
import { OwnEntries } from './own-entries.tsx';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';

type Side = 'sharers' | 'entries';

export interface LotterySideProps {
  readonly voucher: ShownVoucher;
  /** The list of those who brought the most people. */
  readonly sharers: ReactNode;
}

/** Who brings people to a lottery, and who has entered it. */
export function LotterySide({ voucher, sharers }: LotterySideProps): ReactElement {
  const [side, setSide] = useState<Side>('sharers');
  const [page, setPage] = useState(1);
  const { status, entries_count: count, my_entries: own = 0 } = voucher;
  const entries = <>Entries {count > 0 && <Badge>{formatCount(count)}</Badge>}</>;
  return (
    <Card className="stack g3" aria-label="Sharers and entries">
      <Tabs
        label="Sharers and entries"
        tabs={[
          { id: 'sharers', label: 'Sharers' },
          { id: 'entries', label: entries },
        ]}
        selected={side}
        onSelect={setSide}
      >
        {side === 'sharers' ? (
          <div className="stack g2">
            <p className="xs muted">The top 10 share 50% of the pool.</p>
            {sharers}
          </div>
        ) : (
          <div className="stack g4">
            <OwnEntries voucher={voucher} />
            {/* The draw shows what everybody entered; one's own entry is known before the number of all. */}
            <Entries
              voucher={voucher}
              page={page}
              version={`${status} ${count} ${own}`}
              onPage={setPage}
            />
          </div>
        )}
      </Tabs>
    </Card>
  );
}
