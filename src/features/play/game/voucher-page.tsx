import type { ComponentType, ReactElement } from 'react';
import { useParams } from 'wouter';
import arrowLeftIcon from 'lucide/dist/esm/icons/arrow-left.mjs';

import { CODE_LENGTH } from '../../../../contract/constants.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { useVoucherScreen } from '../../../shared/vouchers/use-voucher-screen.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card, Columns, Page } from '../../../ui/layout/layout.tsx';
import { PaymentVoucherView } from './payment-voucher-view.tsx';
import { SharersSkeleton } from './top-sharers.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './voucher-page.module.css';
import { VoucherView } from './voucher-view.tsx';
import type { Failure } from '../../../../contract/result.ts';
import { useDocumentTitle } from '../../../platform/document.ts';
import { Button, TextLink } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Mascot } from '../../../ui/display/mascot.tsx';
import { asksToLogIn, LoginWays } from '../../../shared/accounts/login-ways.tsx';

const PLACES = Array.from({ length: CODE_LENGTH }, (_, index) => `place-${index + 1}`);

export function TicketSkeleton(): ReactElement {
  return (
    <div className={css['ticket']} data-loading="">
      <div className={css['cover']} />
      <div className={css['body']}>
        <Skeleton width="55%" height="2.75rem" />
        <div className={css['code']}>
          {PLACES.map((place) => (
            <Skeleton key={place} height="3.25rem" />
          ))}
        </div>
        <Skeleton width="70%" />
        <Skeleton height="3.5rem" />
      </div>
    </div>
  );
}

export interface VoucherFailedProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
}

const PASSING = new Set<Failure['code']>(['network', 'timeout', 'offline']);

function titleOf({ code, message }: Failure, isGone: boolean): string {
  if (PASSING.has(code)) return 'Not saved on this device';
  if (asksToLogIn(message)) return 'This voucher is private';
  return isGone ? 'This voucher is not here' : 'Could not open this voucher';
}

export function VoucherFailed({ failure, onRetry }: VoucherFailedProps): ReactElement {
  const { code, message, status } = failure;
  const isGone = status === 404 || code === 'invalid_voucher_id';
  const title = titleOf(failure, isGone);
  useDocumentTitle(title);
  const isPassing = PASSING.has(code);
  const needsLogin = asksToLogIn(message);
  const canRetry = !needsLogin && !isGone;
  return (
    <Page className={cx('column', css['failed'])}>
      <Mascot variant={canRetry ? 'sticker-offline' : 'nest'} className={css['picture']} />
      <h1>{title}</h1>
      <p className="muted" role="alert">
        {isPassing
          ? `${message}. Vouchers you have opened before stay readable offline.`.replace('..', '.')
          : message}
      </p>
      {needsLogin && <LoginWays className={cx('pair', css['ways'])} />}
      {canRetry && (
        <Button variant="primary" onClick={onRetry}>
          Retry
        </Button>
      )}
      <TextLink href="/">
        <Icon of={arrowLeftIcon} size="sm" /> Go Back Home
      </TextLink>
    </Page>
  );
}

interface VoucherScreenProps {
  readonly title: string;
  readonly skeleton: ReactElement;
  readonly Giveaway: ComponentType<{ readonly voucher: ShownVoucher }>;
}

export function VoucherScreen({ title, skeleton, Giveaway }: VoucherScreenProps): ReactElement {
  const { id = '' } = useParams();
  const { screen, retry } = useVoucherScreen(id);
  switch (screen.phase) {
    case 'loading':
      return (
        <Page aria-busy="true">
          <h1 className="vh">{title}</h1>
          <p className="vh" role="status">
            Loading voucher
          </p>
          {skeleton}
        </Page>
      );
    case 'failed':
      return <VoucherFailed failure={screen.failure} onRetry={retry} />;
    case 'ready':
      return screen.voucher.purpose === 'payment' ? (
        <PaymentVoucherView voucher={screen.voucher} name={id} />
      ) : (
        <Giveaway key={screen.voucher.ulid} voucher={screen.voucher} />
      );
    default:
      return screen satisfies never;
  }
}

const SKELETON = (
  <Columns kind="side-main">
    <div className="deferred stack g3">
      <div className="split">
        <Skeleton width="60%" />
        <Skeleton width="6rem" height="2.75rem" />
      </div>
      <TicketSkeleton />
    </div>
    <div className="deferred">
      <Card className="stack g3">
        <Skeleton width="50%" />
        <SharersSkeleton />
      </Card>
    </div>
  </Columns>
);

export default function VoucherPage(): ReactElement {
  return <VoucherScreen title="Voucher" skeleton={SKELETON} Giveaway={VoucherView} />;
}
