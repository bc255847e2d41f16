import { useId, type ReactElement } from 'react';
import sendIcon from 'lucide/dist/esm/icons/send.mjs';

import { DEVICE_ERRORS } from '../../../../contract/errors/device-errors.ts';
import { voucherMessage } from '../../../../contract/errors/voucher-errors.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { formatExact } from '../../../ui/text/format-money.ts';
import { claimCode, claimSent, openRedeem } from '../../../shared/payment-vouchers/open-redeem.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { readSession, useSession } from '../../../platform/session/session.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { Button, ButtonLink } from '../../../ui/action/button.tsx';
import { CodeLine } from '../../../ui/code/code.tsx';
import { ExactMoney } from '../../../ui/text/money.tsx';
import { Narrow, Page } from '../../../ui/layout/layout.tsx';
import {
  Ticket,
  TicketAmount,
  TicketBody,
  TicketDivider,
  TicketSerial,
  TicketFooter,
} from '../../../ui/ticket/ticket.tsx';
import { toast } from '../../../platform/toast-store.ts';
import {
  codeOf,
  PaymentTerms,
  usePaymentOver,
} from '../../../shared/payment-vouchers/payment-terms.tsx';
import { cx } from '../../../ui/cx.ts';
import css from '../../../shared/payment-vouchers/payment-voucher-view.module.css';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { useUser } from '../../../shared/accounts/user.ts';
import { signInPathFor, storeReturnPath } from '../guess/stored-guess.ts';
import { useOwnPrize } from './giveaway.tsx';

interface PaymentVoucherViewProps {
  readonly voucher: ShownVoucher;
  /** What the address calls it: its code, its ulid or its number. */
  readonly name: string;
}

const here = (): string => location.pathname + location.search;

async function claim(voucher: ShownVoucher, code: string | undefined): Promise<void> {
  if ((await readSession()) !== 'signed-in') {
    toast(voucherMessage('redeem_login_required'), { kind: 'error' });
    storeReturnPath(here());
    return navigate(signInPathFor(here()));
  }
  if (voucher.is_for_me) return claimSent(voucher.ulid);
  return code === undefined ? openRedeem() : claimCode(code);
}

/** What stands between the reader of a voucher's page and its money. */
function useClaimant(voucher: ShownVoucher, code: string | undefined) {
  const user = useUser();
  const session = useSession();
  const { is_for_me: isForMe, restrict_recipient: isRestricted } = voucher;
  // A voucher for an address is claimed with the address that was proved.
  const needsProof = user?.email_verified === false && isRestricted && !isForMe;
  const mayBeTheirs = code !== undefined && (isForMe !== false || needsProof);
  return {
    isVisitor: session === 'signed-out',
    needsProof,
    isOwn: user?.username === voucher.creator,
    isTheirs: isForMe === true || mayBeTheirs,
  };
}

function noteOf({ isVisitor, needsProof }: ReturnType<typeof useClaimant>): string {
  if (isVisitor) return 'Log in or sign up to claim it. You come back here.';
  return needsProof
    ? 'Verify your e-mail address, then claim it here.'
    : 'The money is paid into your wallet at once.';
}

function Redeemed({ currency, own_receipt: receipt, amount }: ShownVoucher): ReactElement {
  return (
    <>
      <p className={cx('figure lg center', css['over'])} role="status">
        You redeemed this. {formatExact(amount, currency)} is in your wallet
      </p>
      <div className={css['ways']}>
        <ButtonLink href="/wallet" variant="ink">
          Open wallet
        </ButtonLink>
        {receipt !== undefined && (
          <ButtonLink href={`/transactions/${receipt}`} variant="line">
            Receipt
          </ButtonLink>
        )}
      </div>
    </>
  );
}

interface StubProps extends Pick<PaymentVoucherViewProps, 'voucher'> {
  readonly code: string | undefined;
  readonly claimant: ReturnType<typeof useClaimant>;
  /** Why nobody can claim it any more, and how this reader is told so. */
  readonly over: string | undefined;
  readonly said: string | undefined;
  readonly own: ReturnType<typeof useOwnPrize>;
}

function Stub({ voucher, code, claimant, over, said, own }: StubProps): ReactElement {
  const reasonId = useId();
  const isOffline = useConnectivity() === 'offline';
  if (own !== undefined) return <Redeemed {...voucher} amount={own.amount} />;
  if (over !== undefined)
    return (
      <p className={cx('figure lg center', css['over'])} role="status">
        {said}
      </p>
    );
  const amount = formatExact(voucher.amount, voucher.currency);
  return (
    <>
      {claimant.needsProof ? (
        <ButtonLink
          variant="claim"
          block
          href="/verify-email"
          onClick={() => storeReturnPath(here())}
        >
          Verify e-mail
        </ButtonLink>
      ) : (
        <Button
          variant="claim"
          block
          disabled={isOffline}
          aria-describedby={isOffline ? reasonId : undefined}
          onClick={() => void claim(voucher, code)}
        >
          {code === undefined && !voucher.is_for_me ? 'Enter its code' : `Claim ${amount}`}
        </Button>
      )}
      <p className="xs" id={reasonId}>
        {isOffline ? DEVICE_ERRORS.offline.message : noteOf(claimant)}
      </p>
    </>
  );
}

export function PaymentVoucherView({ voucher, name }: PaymentVoucherViewProps): ReactElement {
  const over = usePaymentOver(voucher);
  const amount = formatExact(voucher.amount, voucher.currency);
  const code = codeOf(voucher, name);
  const own = useOwnPrize(voucher);
  const isTakenBack = voucher.status === 'cancelled' && voucher.is_for_me;
  const said = isTakenBack ? `@${voucher.creator} took the money back` : over;
  const end = own === undefined ? said : 'You redeemed this';
  const claimant = useClaimant(voucher, code);
  // The headline stays after the claim, or the ticket would jump.
  const isYours = own !== undefined || (end === undefined && claimant.isTheirs);
  return (
    <Page>
      {isYours && !claimant.isOwn ? (
        <h1 className="center anywhere">{`${amount} from @${voucher.creator} is yours`}</h1>
      ) : (
        <h1 className="vh">{`${amount} payment voucher${end === undefined ? '' : `: ${end}`}`}</h1>
      )}
      <Narrow>
        <Ticket variant={over === undefined ? 'pay' : 'used'} label={`${amount} payment voucher`}>
          <TicketBody>
            <div className="split">
              <Badge tone="ticket" icon={sendIcon}>
                Payment
              </Badge>
              <span className="xs">
                <TicketSerial ulid={voucher.ulid} />
              </span>
            </div>
            <TicketAmount>
              <ExactMoney amount={voucher.amount} currency={voucher.currency} />
            </TicketAmount>
            <CodeLine maskedCode={voucher.masked_code} />
            <PaymentTerms voucher={voucher} isOwn={own !== undefined} />
          </TicketBody>
          <TicketDivider />
          <TicketFooter>
            <Stub {...{ voucher, code, claimant, over, said, own }} />
          </TicketFooter>
        </Ticket>
      </Narrow>
    </Page>
  );
}
