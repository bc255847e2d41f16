import { Suspense, useState, type ReactElement } from 'react';

import { useUser } from '../../../../shared/accounts/user.ts';
import { TextLink } from '../../../../ui/action/button.tsx';
import { Row, Rows } from '../../../../ui/display/rows.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { Card, Page, PageHead } from '../../../../ui/layout/layout.tsx';
import { ExactMoney } from '../../../../ui/text/money.tsx';
import { formatClock } from '../../../../ui/text/format-time.ts';
import { CounterVoucher } from './counter-voucher.tsx';
import { EnterCode } from './enter-code.tsx';
import css from './point-of-sale.module.css';
import { type ClaimedVoucher, useCounter } from './use-counter.ts';

export default function CounterPage(): ReactElement {
  return (
    <Page className={css['till']}>
      <PageHead>
        <h1>Till</h1>
        <TextLink href="/profile">Leave</TextLink>
      </PageHead>
      <Suspense fallback={<Skeleton height="20rem" />}>
        <Till />
      </Suspense>
    </Page>
  );
}

function Till(): ReactElement {
  const { code, isNext, put, clear, setMoving } = useCounter();
  const [taken, setTaken] = useState<readonly ClaimedVoucher[]>([]);
  const username = useUser()?.username;
  return (
    <>
      {username !== undefined && (
        <p className="muted">
          Vouchers are paid into the wallet of <strong>@{username}</strong>.
        </p>
      )}
      {code === undefined ? (
        <EnterCode isNext={isNext} onCode={put} />
      ) : (
        <CounterVoucher
          key={code}
          code={code}
          onNext={clear}
          onMoving={setMoving}
          onTaken={(one) => setTaken((before) => [one, ...before])}
        />
      )}
      {taken.length > 0 && (
        <Card className="stack g2">
          <h2>Claimed since you opened this page</h2>
          <Rows ordered>
            {taken.map(({ code: of, amount, currency, at }) => (
              <li key={of}>
                <Row
                  title={`Code ending in ${of.slice(-4)}`}
                  note={formatClock(at)}
                  value={<ExactMoney amount={amount} currency={currency} />}
                />
              </li>
            ))}
          </Rows>
        </Card>
      )}
    </>
  );
}
