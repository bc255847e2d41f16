import type { ReactElement } from 'react';

import { DEFAULT_REGION } from '../../../../contract/region-table.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { patternOf } from '../../../shared/vouchers/pattern-of.ts';
import { formatExact } from '../../../ui/text/format-money.ts';
import { TicketCover } from '../../../ui/ticket/ticket.tsx';
import { useUser } from '../../../shared/accounts/user.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { AppLink } from '../../../ui/action/button.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { ExactMoney } from '../../../ui/text/money.tsx';
import { ChosenCover } from '../cover/cover-field.tsx';
import { costOf } from './giveaway-form.ts';
import type { GiveawayPreviewProps } from './giveaway-preview.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './giveaway-total.module.css';
import type { Failure } from '../../../../contract/result.ts';
import type { CreateState } from '../create/use-create-and-pay.ts';
import { isOfNetwork } from '../../../platform/form/use-command.ts';
import { UploadProgress } from '../../../ui/form/upload-progress.tsx';

export function MiniTicket({ form, cover }: GiveawayPreviewProps): ReactElement {
  const user = useUser();
  const cost = costOf(form);
  const money = (amount: number): string => formatExact(amount, form.currency);
  return (
    <div className={css['ticket']} data-stock={form.method}>
      <TicketCover
        className={css['cover']}
        pattern={patternOf(user?.region ?? DEFAULT_REGION, user?.username ?? '')}
        {...(cover && { media: <ChosenCover file={cover} /> })}
      />
      <p className={css['words']} role="status">
        <strong className="display lg">{money(cost?.prize ?? 0)}</strong>
        <span className="xs">{cost ? `Total ${money(cost.total)}` : 'Enter a prize'}</span>
      </p>
    </div>
  );
}

export interface PostOutcomeProps {
  readonly state: CreateState;
  readonly failure: Failure | undefined;
  readonly hasCover: boolean;
  readonly isOffline: boolean;
}

export function PostOutcome(props: PostOutcomeProps): ReactElement {
  const { state, failure, hasCover, isOffline } = props;
  return (
    <div className="stack g3">
      {failure && (
        <Alert tone="bad">
          {failure.message}
          {state.phase === 'editing' && state.isMade && (
            <>
              {' '}
              {isOfNetwork(failure)
                ? 'Your giveaway is saved, and may be live already: see'
                : 'Your giveaway is saved, not live. Pay for it here or in'}{' '}
              <AppLink className="link" href="/my-vouchers">
                My Vouchers
              </AppLink>
              .
            </>
          )}
        </Alert>
      )}
      {isOffline && <Alert tone="warn">{errorMessage('offline')} Your draft is kept.</Alert>}
      {state.phase === 'creating' && hasCover && <UploadProgress fraction={state.fraction} />}
    </div>
  );
}

interface GiveawayTotalProps extends Pick<GiveawayPreviewProps, 'form'> {
  readonly isShort: boolean;
}

export function GiveawayTotal({ form, isShort }: GiveawayTotalProps): ReactElement {
  const cost = costOf(form);
  const lines = [
    ['Prize', cost?.prize],
    ['Fee, 10%', cost?.fee],
    ['Total', cost?.total],
  ] as const;
  return (
    <Card className="stack g3" aria-labelledby="giveaway-total">
      <h3 id="giveaway-total">What you pay</h3>
      <dl className={cx('stack g2', css['lines'])}>
        {lines.map(([name, amount]) => (
          <div key={name} className={name === 'Total' ? cx('display xl', css['total']) : undefined}>
            <dt>{name}</dt>
            <dd>
              {amount === undefined ? '–' : <ExactMoney amount={amount} currency={form.currency} />}
            </dd>
          </div>
        ))}
      </dl>
      {isShort && (
        <Alert tone="warn">
          {errorMessage('insufficient_funds')}.{' '}
          <AppLink className="link" href="/wallet">
            Top up
          </AppLink>
        </Alert>
      )}
    </Card>
  );
}
