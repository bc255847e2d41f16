import { useState, type ReactElement } from 'react';
import eyeIcon from 'lucide/dist/esm/icons/eye.mjs';
import eyeOffIcon from 'lucide/dist/esm/icons/eye-off.mjs';
import giftIcon from 'lucide/dist/esm/icons/gift.mjs';
import lockIcon from 'lucide/dist/esm/icons/lock.mjs';
import mousePointerClickIcon from 'lucide/dist/esm/icons/mouse-pointer-click.mjs';
import sendIcon from 'lucide/dist/esm/icons/send.mjs';
import userRoundIcon from 'lucide/dist/esm/icons/user-round.mjs';

import type { CreatedVoucherRow } from '../../../../local/rows.ts';
import { cx } from '../../../ui/cx.ts';
import { IconButton } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toastFailure, useOptimistic } from '../../../platform/form/use-command.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import { SwitchRow } from '../../../ui/form/choice.tsx';
import { formatExact, formatCount } from '../../../ui/text/format-money.ts';
import { plural } from '../../../ui/text/format-text.ts';
import { formatDate, formatDateTime } from '../../../ui/text/format-time.ts';
import {
  isAwaited,
  isOver,
  ticketVariantOf,
  viewsTarget,
} from '../../../shared/vouchers/voucher-reveal.ts';
import { redeemedBy, statusLabel } from '../../../shared/vouchers/voucher-texts.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { CodeLine } from '../../../ui/code/code.tsx';
import { ExactMoney } from '../../../ui/text/money.tsx';
import {
  type TicketVariant,
  Ticket,
  TicketBody,
  TicketMeta,
  TicketDivider,
  TicketFooter,
} from '../../../ui/ticket/ticket.tsx';
import { groupedCode, hiddenCode } from '../code-and-link.ts';
import css from './voucher-card.module.css';
import { cardActions, CardButtons } from './card-buttons.tsx';
import type { SheetKind } from './sheets/card-sheet.ts';

/** The code, with which anyone can redeem: hidden until its creator asks, for screens are looked at by others. */
function CardCode({ voucher }: Pick<VoucherCardProps, 'voucher'>): ReactElement {
  const { code, code_length: length } = voucher;
  const [isShown, setIsShown] = useState(false);
  if (code === null) return <p className={css['code']}>{hiddenCode(length)}</p>;
  return (
    <div className={css['code']}>
      <span className={cx('figure', css['digits'])}>
        {isShown ? (
          groupedCode(code)
        ) : (
          <>
            <span aria-hidden="true">{hiddenCode(length)}</span>
            <span className="vh">Code hidden</span>
          </>
        )}
      </span>
      <IconButton
        label={isShown ? 'Hide code' : 'Show code'}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon of={isShown ? eyeOffIcon : eyeIcon} size="md" />
      </IconButton>
    </div>
  );
}

export interface TwoFactorSwitchProps {
  readonly voucher: Pick<
    CreatedVoucherRow,
    'ulid' | 'enable_2fa' | 'recipient' | 'recipient_email'
  >;
  readonly isOffline: boolean;
}

/** Whether redeeming needs a code that only the creator gets. It turns back when the server refuses. */
export function TwoFactorSwitch({ voucher, isOffline }: TwoFactorSwitchProps): ReactElement {
  const [optimistic, choose] = useOptimistic(async (next: boolean) => {
    const result = await callWorker((worker) => worker.updateTwoFactor(voucher.ulid, next));
    if (!result.ok) toastFailure(result.error);
  });
  const isOn = optimistic ?? voucher.enable_2fa;
  const { recipient, recipient_email: email } = voucher;
  const withCode =
    email === null
      ? 'The voucher code alone redeems it'
      : `${email} redeems it with the voucher code alone`;
  const off = recipient ? `@${recipient.username} claims it with one tap` : withCode;
  return (
    <div className={cx('anywhere', css['twoFactor'])}>
      <SwitchRow
        label="Two-factor protection"
        note={isOn ? 'Redeeming needs a code that is sent to you' : off}
        checked={isOn}
        aria-busy={optimistic !== undefined}
        disabled={isOffline}
        onChange={({ target }) => choose(target.checked)}
      />
    </div>
  );
}

export interface VoucherCardProps {
  readonly voucher: CreatedVoucherRow;
  readonly nowMs: number;
  readonly isOffline: boolean;
  readonly onAct: (kind: SheetKind) => void;
}

const cardVariant = (voucher: CreatedVoucherRow): TicketVariant => {
  if (isOver(voucher) || voucher.is_used) return 'used';
  return voucher.purpose === 'payment' ? 'pay' : ticketVariantOf(voucher);
};

function Head({ voucher }: Pick<VoucherCardProps, 'voucher'>): ReactElement {
  const { purpose, is_private: isPrivate, amount, currency, created_at: createdAt } = voucher;
  return (
    <>
      <div className="split">
        <span className="cluster g2">
          <Badge tone="ticket" icon={purpose === 'payment' ? sendIcon : giftIcon}>
            {purpose === 'payment' ? 'Payment' : 'Giveaway'}
          </Badge>
          {isPrivate && (
            <Badge tone="ticket" icon={lockIcon}>
              Private
            </Badge>
          )}
        </span>
        <Badge tone={statusLabel(voucher) === 'Active' ? 'ink' : 'ticket'}>
          {statusLabel(voucher)}
        </Badge>
      </div>
      <div className={cx(css['sum'], 'cluster apart')}>
        <p className={cx('figure', css['amount'])}>
          <ExactMoney amount={amount} currency={currency} />
        </p>
        <span className="xs semi">{formatDate(new Date(createdAt))}</span>
      </div>
    </>
  );
}

type DatedProps = Pick<VoucherCardProps, 'voucher' | 'nowMs'>;

function expiryFact({ voucher, nowMs }: DatedProps): string | undefined {
  const { expires_at: expiresAt, status, winner } = voucher;
  if (expiresAt === null || winner || status === 'used' || status === 'cancelled') return undefined;
  const at = new Date(expiresAt);
  const isPast = status === 'expired' || status === 'completed' || at.getTime() <= nowMs;
  return `${isPast ? 'Expired' : 'Expires'} ${formatDateTime(at)}`;
}

const startFact = ({ voucher, nowMs }: DatedProps): string | undefined =>
  isAwaited(voucher, nowMs) && !isOver(voucher)
    ? `Starts ${formatDateTime(new Date(voucher.starts_at ?? ''))}`
    : undefined;

/** Whom it is for; null for whoever has its code. */
const recipientOf = ({
  recipient,
  recipient_email: email,
}: Pick<CreatedVoucherRow, 'recipient' | 'recipient_email'>): string | null =>
  recipient ? `To @${recipient.username}` : email;

function Terms(props: DatedProps): ReactElement | null {
  const { voucher } = props;
  const people = [recipientOf(voucher), redeemedBy(voucher)].filter((one) => one);
  const dates = [startFact(props), expiryFact(props)].filter((one) => one);
  if (people.length + dates.length === 0) return null;
  return (
    <TicketMeta className="xs">
      {people.map((person) => (
        <span key={person}>
          <Icon of={userRoundIcon} size="sm" /> <span className="anywhere">{person}</span>
        </span>
      ))}
      {dates.map((date) => (
        <span key={date}>{date}</span>
      ))}
    </TicketMeta>
  );
}

function Reach({ voucher }: Pick<VoucherCardProps, 'voucher'>): ReactElement {
  const { views, link_click_count: clicks, entries_count: entries } = voucher;
  const target = viewsTarget(voucher);
  return (
    <TicketMeta className="xs">
      <span>
        <Icon of={eyeIcon} size="sm" />
        {target === undefined
          ? plural(views, 'view', 'views')
          : `${formatCount(views)} / ${formatCount(target)} views`}
      </span>
      {voucher.reveal_method === 'lottery' && <span>{plural(entries, 'entry', 'entries')}</span>}
      <span>
        <Icon of={mousePointerClickIcon} size="sm" />
        {plural(clicks, 'link click', 'link clicks')}
      </span>
    </TicketMeta>
  );
}

export function VoucherCard({ voucher, nowMs, isOffline, onAct }: VoucherCardProps): ReactElement {
  const actions = cardActions(voucher, nowMs);
  const isPayment = voucher.purpose === 'payment';
  const kind = isPayment ? 'payment' : 'giveaway';
  return (
    <Ticket
      variant={cardVariant(voucher)}
      label={`${formatExact(voucher.amount, voucher.currency)} ${kind} voucher`}
      className={css['card']}
    >
      <TicketBody className={css['top']}>
        <Head voucher={voucher} />
        {isPayment ? (
          <CardCode voucher={voucher} />
        ) : (
          <>
            <CodeLine maskedCode={voucher.code ?? voucher.masked_code} />
            <Reach voucher={voucher} />
          </>
        )}
        <Terms voucher={voucher} nowMs={nowMs} />
      </TicketBody>
      {Object.values(actions).includes(true) && (
        <>
          <TicketDivider />
          <TicketFooter torn={false} className={css['stub']}>
            {actions.canSwitchTwoFactor && (
              <div className={css['lead']}>
                <TwoFactorSwitch voucher={voucher} isOffline={isOffline} />
              </div>
            )}
            <CardButtons
              // Paid for, a voucher has other buttons: they come in place of these, and move none.
              key={voucher.status}
              voucher={voucher}
              actions={actions}
              isOffline={isOffline}
              onAct={onAct}
            />
          </TicketFooter>
        </>
      )}
    </Ticket>
  );
}
