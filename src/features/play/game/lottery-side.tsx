import { type ReactElement, useRef, useState, type ReactNode } from 'react';

import {
  LOTTERY_MAX_ENTRIES,
  CLOCK_TICK_MS,
  GUESS_PAGE_SIZE,
} from '../../../../contract/constants.ts';
import { HIDDEN } from '../../../../contract/vouchers/voucher-code.ts';
import type { LotteryGuess } from '../../../../contract/analytics.ts';
import { readEntries } from '../../../../local/queries/vouchers.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import { relativeTime } from '../../../ui/text/format-time.ts';
import { useUser } from '../../../shared/accounts/user.ts';
import { useShownAge } from '../../../platform/live/shown-age.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { RetryAlert } from '../../../ui/feedback/alert.tsx';
import { Avatar } from '../../../ui/display/avatar.tsx';
import { Pager } from '../../../ui/action/pager.tsx';
import { Row, Rows } from '../../../ui/display/rows.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { formatCount } from '../../../ui/text/format-money.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { Tabs } from '../../../ui/action/tabs.tsx';
import css from './lottery-side.module.css';

function Digits({
  code,
  maskedCode,
}: Readonly<Record<'code' | 'maskedCode', string>>): ReactElement {
  return (
    <span className={css['guess']}>
      <span className="vh">{code}</span>
      <span aria-hidden="true">
        {[...code].map((digit, at) =>
          // A place in the code is its identity: the digits themselves repeat.
          maskedCode.charAt(at) === HIDDEN ? (
            <b key={`place-${at + 1}`} className={css['chosen']}>
              {digit}
            </b>
          ) : (
            digit
          ),
        )}
      </span>
    </span>
  );
}

function OwnEntries({ voucher }: { readonly voucher: ShownVoucher }): ReactElement | null {
  const { own_entries: own, masked_code: maskedCode } = voucher;
  if (!own || own.length === 0) return null;
  return (
    <section className="stack g2" aria-label="Your entries">
      <p className="sm semi">
        Your entries: {own.length} of {LOTTERY_MAX_ENTRIES}
      </p>
      <ul className={css['own']}>
        {own.map((entry) => (
          <li key={entry.number}>
            <Digits code={entry.code} maskedCode={maskedCode} />
          </li>
        ))}
      </ul>
      {!isOver(voucher) && (
        <p className="xs muted">Nobody else sees your digits before the draw.</p>
      )}
    </section>
  );
}

interface EntriesProps {
  readonly voucher: ShownVoucher;
  readonly page: number;
  readonly onPage: (page: number) => void;
}

function Entries({ voucher, page, onPage }: EntriesProps): ReactElement {
  const {
    ulid,
    own_entries: own,
    entries_count: count,
    my_entries: ownCount = 0,
    status,
  } = voucher;
  const { data: row } = useLive(readEntries, [ulid, page]);
  const username = useUser()?.username;
  const now = useNow(30 * CLOCK_TICK_MS);
  const panel = useRef<HTMLDivElement>(null);
  const [refresh, retry] = useRefresh(
    // Others enter at any moment, so that looking always asks.
    (worker) => worker.refreshEntries(ulid, page, { force: true }),
    // The draw shows what everybody entered; one's own entry is known before the number of all.
    [ulid, page, status, count, ownCount],
  );
  useShownAge(row?.fetchedAt);
  const failure = refresh.phase === 'failed' ? refresh.error : undefined;
  // The list keeps the places hidden that the voucher hides, also in what the user entered.
  const codeOf = ({ number, guess_code: code }: LotteryGuess): string =>
    own?.find((entry) => entry.number === number)?.code ?? code;
  return (
    <div className="stack g3" ref={panel} aria-busy={!row && !failure}>
      {failure && <RetryAlert onRetry={retry}>{failure.message}</RetryAlert>}
      {!row && !failure && <Skeleton height="16rem" />}
      {row?.total === 0 && (
        <p className="sm muted">{isOver(voucher) ? 'No entries.' : 'Nobody has entered yet.'}</p>
      )}
      {row && row.entries.length > 0 && (
        <Rows>
          {row.entries.map((entry) => (
            <li key={entry.id}>
              <Row
                start={<Avatar username={entry.username} src={entry.avatar} />}
                title={`@${entry.username}${entry.username === username ? ' (you)' : ''}`}
                note={relativeTime(new Date(entry.created_at), now)}
                extra={<span className={css['guess']}>{codeOf(entry)}</span>}
              />
            </li>
          ))}
        </Rows>
      )}
      {/* Also without the page: it keeps the focus while that comes, and leads back where it does not. */}
      <Pager
        label="Entries"
        current={page}
        last={row?.lastPage ?? Math.max(page, Math.ceil(count / GUESS_PAGE_SIZE))}
        onPage={(next) => {
          onPage(next);
          panel.current?.scrollIntoView({ block: 'nearest' });
        }}
      />
    </div>
  );
}

type Side = 'sharers' | 'entries';

interface LotterySideProps {
  readonly voucher: ShownVoucher;
  readonly sharers: ReactNode;
}

export function LotterySide({ voucher, sharers }: LotterySideProps): ReactElement {
  const [side, setSide] = useState<Side>('sharers');
  const [page, setPage] = useState(1);
  const { entries_count: count } = voucher;
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
            <Entries voucher={voucher} page={page} onPage={setPage} />
          </div>
        )}
      </Tabs>
    </Card>
  );
}
