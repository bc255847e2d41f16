import { useEffect, useEffectEvent, type ComponentProps, type ReactElement } from 'react';

import { errorMessage } from '../../../../../contract/errors.ts';
import {
  PaymentTerms,
  usePaymentOver,
} from '../../../../shared/payment-vouchers/payment-terms.tsx';
import type { Redeemed } from '../../../../../workers/commands/redeem-voucher.ts';
import type { ShownVoucher } from '../../../../shared/vouchers/shown-voucher.ts';
import { useVoucherScreen } from '../../../../shared/vouchers/use-voucher-screen.ts';
import { serverNow } from '../../../../platform/clock/server-time.ts';
import { useConnectivity } from '../../../../platform/connectivity.ts';
import { useForm } from '../../../../platform/form/use-form.ts';
import { focusOnArrival } from '../../../../ui/form/focus-on-arrival.ts';
import { Button } from '../../../../ui/action/button.tsx';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { Loading, Skeleton } from '../../../../ui/feedback/skeleton.tsx';
import { ExactMoney } from '../../../../ui/text/money.tsx';
import { formatExact } from '../../../../ui/text/format-money.ts';
import {
  Ticket,
  TicketAmount,
  TicketBody,
  TicketDivider,
  TicketFooter,
} from '../../../../ui/ticket/ticket.tsx';
import { ReleaseStep } from '../release-step.tsx';
import { useRedeem, type Redeeming } from '../use-redeem.ts';
import { groupedCode } from '../../code-and-link.ts';
import type { ClaimedVoucher } from './use-counter.ts';
import { cx } from '../../../../ui/cx.ts';
import css from './point-of-sale.module.css';

const stay = (): void => undefined;

export interface CounterVoucherProps {
  readonly code: string;
  readonly onNext: () => void;
  readonly onMoving: (isMoving: boolean) => void;
  readonly onTaken: (taken: ClaimedVoucher) => void;
}

export function CounterVoucher(props: CounterVoucherProps): ReactElement {
  const { code, onNext, onMoving, onTaken } = props;
  const { screen, retry } = useVoucherScreen(code);
  const redeeming = useRedeem(stay);
  const { redeemed, isBusy } = redeeming;
  useEffect(() => {
    onMoving(isBusy);
    return () => onMoving(false);
  }, [isBusy, onMoving]);
  const take = useEffectEvent(onTaken);
  useEffect(() => {
    if (redeemed) take({ ...redeemed, code, at: new Date(serverNow()) });
  }, [redeemed, code]);
  if (redeemed) return <Paid redeemed={redeemed} onNext={onNext} />;
  if (screen.phase === 'loading') {
    return (
      <Loading className="stack g4" what="Looking for the voucher">
        <Skeleton height="16rem" />
        <NextButton onClick={onNext} />
      </Loading>
    );
  }
  if (screen.phase === 'failed') {
    return (
      <div className="stack g4">
        <p className={cx('display center', css['code'])}>{groupedCode(code)}</p>
        <Alert tone="bad">{screen.failure.message}</Alert>
        {screen.failure.status !== 404 && (
          <Button size="lg" block onClick={retry}>
            Retry
          </Button>
        )}
        <NextButton onClick={onNext} isFirst />
      </div>
    );
  }
  return (
    <div className="stack g4">
      <Found voucher={screen.voucher} code={code} redeeming={redeeming} />
      <NextButton onClick={onNext} disabled={isBusy} />
    </div>
  );
}

interface PaidProps extends Pick<CounterVoucherProps, 'onNext'> {
  readonly redeemed: Redeemed;
}

function Paid({ redeemed: { amount, currency, message }, onNext }: PaidProps): ReactElement {
  return (
    <section className={cx('column', css['paid'])} aria-label="Paid">
      <p className={cx('display', css['amount'])}>
        <ExactMoney amount={amount} currency={currency} />
      </p>
      <p role="status">{message}</p>
      <NextButton onClick={onNext} isFirst />
    </section>
  );
}

interface NextButtonProps extends Pick<ComponentProps<'button'>, 'disabled' | 'onClick'> {
  readonly isFirst?: boolean;
}

const NextButton = ({ isFirst = false, ...rest }: NextButtonProps): ReactElement => (
  <Button
    {...rest}
    ref={isFirst ? focusOnArrival : undefined}
    variant={isFirst ? 'primary' : 'secondary'}
    size="lg"
    block
  >
    Next voucher
  </Button>
);

interface FoundProps {
  readonly voucher: ShownVoucher;
  readonly code: string;
  readonly redeeming: Redeeming;
}

function Found({ voucher, code, redeeming }: FoundProps): ReactElement {
  const { releasing, claim } = redeeming;
  const { ref, failure, isBusy, refuse, onSubmit } = useForm<never>({
    fields: [],
    wrong: {},
    send: () => claim({ code }),
  });
  const isOffline = useConnectivity() === 'offline';
  const over = usePaymentOver(voucher);
  const obstacle = over ?? (isOffline ? errorMessage('offline') : undefined);
  const amount = formatExact(voucher.amount, voucher.currency);
  return (
    <Ticket variant={obstacle === undefined ? 'pay' : 'used'} label={`${amount} payment voucher`}>
      <TicketBody>
        <p className="xs">{groupedCode(code)}</p>
        <TicketAmount className={css['amount']}>
          {/* The button that it was looked up with is gone, and the focus with it. */}
          <span ref={focusOnArrival} tabIndex={-1} className="no-ring">
            <ExactMoney amount={voucher.amount} currency={voucher.currency} />
          </span>
        </TicketAmount>
        <PaymentTerms voucher={voucher} />
      </TicketBody>
      <TicketDivider />
      <TicketFooter>
        {releasing !== undefined ? (
          <ReleaseStep named={{ code }} redeeming={redeeming} onUsed={refuse} />
        ) : (
          <form ref={ref} className="stack g2" onSubmit={onSubmit}>
            {failure && <Alert tone="bad">{failure.message}</Alert>}
            {obstacle !== undefined && (
              <p className="display lg" role="status">
                {obstacle}
              </p>
            )}
            <Button
              type="submit"
              variant="claim"
              block
              disabled={obstacle !== undefined}
              loading={isBusy}
              loadingLabel="Claiming"
            >
              {`Claim ${amount}`}
            </Button>
          </form>
        )}
      </TicketFooter>
    </Ticket>
  );
}
