import type { ReactElement } from 'react';

import type { Next } from '../../../contract/rewards/rewards.ts';
import { Row, Rows } from '../../ui/display/rows.tsx';
import { Card } from '../../ui/layout/layout.tsx';
import { formatMoney } from '../../ui/text/format-money.ts';
import { formatClock, formatDay } from '../../ui/text/format-time.ts';

const WORDS: Readonly<Record<Next['kind'], string>> = {
  draw: 'Lottery is drawn',
  reveal: 'A digit opens',
  end: 'Voucher ends',
};

/** What happens next to vouchers that the user made or guessed on. */
export function ComingUp({ next }: { readonly next: readonly Next[] }): ReactElement {
  return (
    <Card className="stack g2">
      <h2>What is next</h2>
      {next.length === 0 ? (
        <p className="muted">Nothing is due on vouchers you made or guessed on.</p>
      ) : (
        <Rows>
          {next.map(({ kind, voucher, is_own: isOwn, at }) => (
            <li key={`${kind} ${voucher.ulid}`}>
              <Row
                href={`/v/${voucher.ulid}`}
                title={WORDS[kind]}
                note={`${formatMoney(voucher.amount, voucher.currency)} voucher${isOwn ? ' of yours' : ''}`}
                value={formatDay(new Date(at))}
                extra={<span className="xs muted">{formatClock(new Date(at))}</span>}
              />
            </li>
          ))}
        </Rows>
      )}
    </Card>
  );
}
