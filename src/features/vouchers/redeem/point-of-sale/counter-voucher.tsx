import { useEffect, useRef, type ReactElement } from 'react';

import { CLOCK_TICK_MS } from '../../../../../contract/constants.ts';
import { errorMessage } from '../../../../../contract/errors.ts';
import { paymentOver, PaymentTerms } from '../../../../shared/payment-vouchers/payment-terms.tsx';
import type { Redeemed } from '../../../../../workers/commands/redeem-voucher.ts';
import type { ShownVoucher } from '../../../../shared/vouchers/shown-voucher.ts';
import { useVoucherScreen } from '../../../../shared/vouchers/use-voucher-screen.ts';
import { serverNow } from '../../../../platform/clock/server-time.ts';
import { useNow } from '../../../../platform/clock/use-now.ts';
import { useConnectivity } from '../../../../platform/connectivity.ts';
import { Button } from '../../../../ui/action/button.tsx';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { ExactMoney } from '../../../../ui/text/money.tsx';
import { formatExact } from '../../../../ui/text/format-money.ts';
import {
  Ticket,
  TicketAmount,
  TicketBody,
  TicketDivider,
  TicketFooter,
  TicketTear,
} from '../../../../ui/ticket/ticket.tsx';
import { isUnderWay } from '../redeem.machine.ts';
import { ReleaseStep } from '../release-step.tsx';
import { useRedeem, type Redeeming } from '../use-redeem.ts';
import { groupedCode } from '../../code-and-link.ts';
import type { ClaimedVoucher } from './use-counter.ts';
import css from './point-of-sale.module.css';

const DEADLINE_INTERVAL_MS = 10 * CLOCK_TICK_MS;
const stay = (): void => undefined;

export interface CounterVoucherProps {
  readonly code: string;
  readonly onNext: () => void;
  readonly onMoving: (isMoving: boolean) => void;
  readonly onTaken: (taken: ClaimedVoucher) => void;
}

export function CounterVoucher({
  code,
  onNext,
  onMoving,
  onTaken,
}: CounterVoucherProps): ReactElement {
  const { screen, retry } = useVoucherScreen(code);
  const redeeming = useRedeem(stay);
  const { state } = redeeming;
  const redeemed = state.phase === 'success' ? state.redeemed : undefined;
  const isMoving = isUnderWay(state);
  useEffect(() => {
    onMoving(isMoving);
    return () => onMoving(false);
  }, [isMoving, onMoving]);
  const take = useRef(onTaken);
  useEffect(() => {
    take.current = onTaken;
  });
  useEffect(() => {
    if (redeemed) take.current({ ...redeemed, code, at: new Date(serverNow()) });
  }, [redeemed, code]);
  if (redeemed) return <Paid redeemed={redeemed} onNext={onNext} />;
  if (screen.phase === 'loading') {
    return (
      <div className="stack g4" aria-busy="true">
        <p className="vh" role="status">
          Looking for the voucher
        </p>
        <Skeleton shape="block" height="16rem" />
        <NextButton onNext={onNext} />
      </div>
    );
  }
  if (screen.phase === 'failed') {
    return (
      <div className="stack g4">
        <p className={`display ${css['code'] ?? ''}`}>{groupedCode(code)}</p>
        <Alert tone="bad">{screen.failure.message}</Alert>
        {screen.failure.status !== 404 && (
          <Button size="lg" block onClick={retry}>
            Retry
          </Button>
        )}
        <NextButton onNext={onNext} isFirst />
      </div>
    );
  }
  return (
    <div className="stack g4">
      <Found voucher={screen.voucher} code={code} redeeming={redeeming} />
      <NextButton onNext={onNext} isDisabled={isMoving} />
    </div>
  );
}

function Paid({
  redeemed: { amount, currency, message },
  onNext,
}: {
  readonly redeemed: Redeemed;
  readonly onNext: () => void;
}): ReactElement {
  return (
    <section className={css['paid']} aria-label="Paid">
      <p className={`display ${css['amount'] ?? ''}`}>
        <ExactMoney amount={amount} currency={currency} />
      </p>
      <p role="status">{message}</p>
      <NextButton onNext={onNext} isFirst />
    </section>
  );
}

function NextButton({
  onNext,
  isFirst,
  isDisabled,
}: {
  readonly onNext: () => void;
  readonly isFirst?: boolean;
  readonly isDisabled?: boolean;
}): ReactElement {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (isFirst) button.current?.focus();
  }, [isFirst]);
  return (
    <Button
      ref={button}
      {...(isFirst && { variant: 'primary' as const })}
      size="lg"
      block
      disabled={isDisabled}
      onClick={onNext}
    >
      Next voucher
    </Button>
  );
}

function useObstacle(voucher: ShownVoucher): string | undefined {
  const now = useNow(DEADLINE_INTERVAL_MS);
  const isOffline = useConnectivity() === 'offline';
  return paymentOver(voucher, now.getTime()) ?? (isOffline ? errorMessage('offline') : undefined);
}

function Found({
  voucher,
  code,
  redeeming,
}: {
  readonly voucher: ShownVoucher;
  readonly code: string;
  readonly redeeming: Redeeming;
}): ReactElement {
  const obstacle = useObstacle(voucher);
  const { state, claim } = redeeming;
  const isReleasing =
    state.phase === 'release' || (state.phase === 'processing' && state.isReleasing);
  const amount = formatExact(voucher.amount, voucher.currency);
  const shown = useRef<HTMLSpanElement>(null);
  // The button that it was looked up with is gone, and the focus with it.
  useEffect(() => shown.current?.focus(), []);
  return (
    <Ticket variant={obstacle === undefined ? 'pay' : 'used'} label={`${amount} payment voucher`}>
      <TicketBody>
        <p className="xs">{groupedCode(code)}</p>
        <TicketAmount className={css['amount']}>
          <span ref={shown} tabIndex={-1} className={css['shown']}>
            <ExactMoney amount={voucher.amount} currency={voucher.currency} />
          </span>
        </TicketAmount>
        <PaymentTerms voucher={voucher} />
      </TicketBody>
      <TicketDivider />
      <TicketFooter>
        {state.phase === 'error' && <Alert tone="bad">{state.message}</Alert>}
        {isReleasing ? (
          <ReleaseStep redeeming={redeeming} />
        ) : (
          <>
            {obstacle !== undefined && (
              <p className="display lg" role="status">
                {obstacle}
              </p>
            )}
            <Button
              variant="claim"
              block
              disabled={obstacle !== undefined}
              loading={state.phase === 'processing'}
              loadingLabel="Claiming"
              onClick={() => void claim(code)}
            >
              {`Claim ${amount}`}
            </Button>
          </>
        )}
      </TicketFooter>
      <TicketTear />
    </Ticket>
  );
}
