import type { ReactElement } from 'react';
import arrowLeftIcon from 'lucide/dist/esm/icons/arrow-left.mjs';

import type { Failure } from '../../../contract/result.ts';
import { useDocumentTitle } from '../../platform/document.ts';
import { Button, TextLink } from '../../ui/action/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page } from '../../ui/layout/layout.tsx';
import { Mascot } from '../../ui/display/mascot.tsx';
import { asksToLogIn, LoginWays } from '../../shared/accounts/login-ways.tsx';
import css from './voucher-failed.module.css';

export interface VoucherFailedProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
}

const PASSING = new Set<Failure['code']>(['network', 'timeout', 'offline']);

interface Copy {
  readonly title: string;
  readonly variant: 'nest' | 'sticker-offline';
  readonly message: string;
}

function copyFor({ code, message, status = 0 }: Failure): Copy {
  if (PASSING.has(code)) {
    return {
      title: 'Not saved on this device',
      variant: 'sticker-offline',
      message: `${message}. Vouchers you have opened before stay readable offline.`.replace(
        '..',
        '.',
      ),
    };
  }
  if (asksToLogIn(message)) return { title: 'This voucher is private', variant: 'nest', message };
  const isGone = status === 404 || code === 'invalid_voucher_id';
  return {
    title: isGone ? 'This voucher is not here' : 'Could not open this voucher',
    variant: isGone ? 'nest' : 'sticker-offline',
    message,
  };
}

export function VoucherFailed({ failure, onRetry }: VoucherFailedProps): ReactElement {
  const { title, variant, message } = copyFor(failure);
  useDocumentTitle(title);
  const needsLogin = asksToLogIn(message);
  const canRetry = !needsLogin && failure.status !== 404 && failure.code !== 'invalid_voucher_id';
  return (
    <Page className={css['failed']}>
      <Mascot variant={variant} className={css['picture']} />
      <h1>{title}</h1>
      <p className="muted" role="alert">
        {message}
      </p>
      {needsLogin && <LoginWays className={css['ways']} />}
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
