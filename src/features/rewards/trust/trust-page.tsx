import type { ReactElement } from 'react';

import { MINUTE_MS } from '../../../../contract/durations.ts';
import type { Money as Sums, Proof, RefundClock } from '../../../../contract/rewards/trust.ts';
import { Answer } from '../../../shared/rewards/answer-frame.tsx';
import { AnswerPages } from '../../../shared/rewards/answer-pages.tsx';
import { RowsSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { PrizeRow } from '../../../shared/rewards/prize-feed.tsx';
import { useNow } from '../../../platform/clock/use-now.ts';
import { Row, Rows } from '../../../ui/display/rows.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Card, Columns, SubPage } from '../../../ui/layout/layout.tsx';
import { formatCount } from '../../../ui/text/format-money.ts';
import { plural } from '../../../ui/text/format-text.ts';
import { relativeTimeWithin } from '../../../ui/text/format-time.ts';
import { CURRENCY_NAMES } from '../../../../contract/money.ts';
import { ExactMoney } from '../../../ui/text/money.tsx';
import { Fold } from '../../../ui/display/fold.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './trust.module.css';

const LINES = [
  { key: 'paid_in', title: 'Paid in', note: 'Confirmed by payment processors' },
  { key: 'in_wallets', title: 'Held in wallets', note: 'Belongs to people here' },
  {
    key: 'in_vouchers',
    title: 'Held in open vouchers',
    note: 'Prizes with their fees, and payment vouchers',
  },
  { key: 'paid_out', title: 'Paid out', note: 'To banks, phones and billers, or on its way there' },
  {
    key: 'fees',
    title: 'Fees of Goodies',
    note: 'The rest of the pools, Premium, and other fees',
  },
  { key: 'prizes', title: 'Prizes won so far', note: 'Paid into the wallets of winners' },
] as const satisfies readonly { key: keyof Sums; title: string; note: string }[];

function CurrencyCard({ sums }: { readonly sums: Sums }): ReactElement {
  const { currency } = sums;
  return (
    <Card className="stack g2">
      <h2 className={css['currency']}>{CURRENCY_NAMES[currency]}</h2>
      <Rows>
        {LINES.map(({ key, title, note }) => (
          <li key={key}>
            <Row
              title={title}
              note={note}
              value={<ExactMoney amount={sums[key]} currency={currency} />}
            />
          </li>
        ))}
      </Rows>
    </Card>
  );
}

/** 'In the last 30 days 1,204 of 1,204 failed payments came back on time.' */
const refundClockText = ({ met, all }: RefundClock): string =>
  all === 0
    ? 'In the last 30 days no payment failed.'
    : `In the last 30 days ${formatCount(met)} of ${formatCount(all)} failed ${all === 1 ? 'payment' : 'payments'} came back on time.`;

function CameBack({ clock }: { readonly clock: RefundClock }): ReactElement {
  return (
    <Card className="stack g2">
      <h2>Payments that failed</h2>
      <p>{refundClockText(clock)}</p>
      <p className="sm muted">
        On time: withdrawals, airtime and bills that fail are back in the wallet within 30 seconds
        of the provider’s word, or within 24 hours if it says nothing.
      </p>
    </Card>
  );
}

function Proved({ proof }: { readonly proof: Proof }): ReactElement {
  const now = useNow(MINUTE_MS);
  const { proved_at: at, whole_at: wholeAt = at, is_clean: isClean, checks, money } = proof;
  const rows = checks.reduce((sum, { checked }) => sum + checked, 0);
  const when = relativeTimeWithin(new Date(at), now);
  return (
    <>
      <Alert tone={isClean ? 'ok' : 'bad'}>
        {isClean
          ? `The books were checked ${when}: all ${checks.length} checks hold.`
          : `The books were checked ${when}, and something is wrong. We are looking into it.`}
      </Alert>
      {money.length === 0 && <p className="muted">No money has moved yet.</p>}
      <Columns kind="half">
        {money.map((sums) => (
          <CurrencyCard key={sums.currency} sums={sums} />
        ))}
      </Columns>
      {proof.refund_clock && <CameBack clock={proof.refund_clock} />}
      <Fold title="What was checked">
        <p className="sm muted">
          {`${wholeAt === at ? 'Every hour' : 'The journal every hour, all else once a day'}, over ${formatCount(rows)} rows of the journal and of what depends on it.`}
        </p>
        <ul className={cx('stack g2 sm', css['checks'])}>
          {checks.map(({ name, checked, broken }) => (
            <li key={name}>
              {`${broken === 0 ? 'Holds' : 'Broken'}: ${name} (${plural(checked, 'row', 'rows')})`}
            </li>
          ))}
        </ul>
      </Fold>
    </>
  );
}

const AWAITED = (
  <Card>
    <RowsSkeleton what="Loading the books" />
  </Card>
);

export default function TrustPage(): ReactElement {
  return (
    <SubPage title="Where the money is">
      <p>
        Every naira, cedi and shilling in matches one out. We check every hour and show the result
        here.
      </p>
      <Answer asked={{ path: '/trust' }} awaited={AWAITED}>
        {({ data }) =>
          data ? (
            <Proved proof={data} />
          ) : (
            <Alert>
              The books have not been checked yet. The first check comes within minutes of the
              start.
            </Alert>
          )
        }
      </Answer>
      <Card className="stack g2">
        <h2>Prizes paid</h2>
        <AnswerPages path="/prizes" loadingLabel="Loading prizes">
          {({ data }, isFirst) =>
            isFirst && data.length === 0 ? (
              <p className="muted">
                No prize of a public giveaway was paid yet. The first one shows up here.
              </p>
            ) : (
              <Rows>
                {data.map((prize) => (
                  <li key={prize.ulid}>
                    <PrizeRow prize={prize} />
                  </li>
                ))}
              </Rows>
            )
          }
        </AnswerPages>
      </Card>
    </SubPage>
  );
}
