import type { ReactElement } from 'react';
import bellIcon from 'lucide/dist/esm/icons/bell.mjs';
import calendarIcon from 'lucide/dist/esm/icons/calendar.mjs';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';
import clockIcon from 'lucide/dist/esm/icons/clock.mjs';
import flagIcon from 'lucide/dist/esm/icons/flag.mjs';
import giftIcon from 'lucide/dist/esm/icons/gift.mjs';
import hashIcon from 'lucide/dist/esm/icons/hash.mjs';
import landmarkIcon from 'lucide/dist/esm/icons/landmark.mjs';
import megaphoneIcon from 'lucide/dist/esm/icons/megaphone.mjs';
import plusIcon from 'lucide/dist/esm/icons/plus.mjs';
import ticketIcon from 'lucide/dist/esm/icons/ticket.mjs';
import walletIcon from 'lucide/dist/esm/icons/wallet.mjs';
import userRoundIcon from 'lucide/dist/esm/icons/user-round.mjs';
import smartphoneIcon from 'lucide/dist/esm/icons/smartphone.mjs';
import xIcon from 'lucide/dist/esm/icons/x.mjs';
import type { IconNode } from 'lucide';

import type { NoticeData } from '../../../../contract/notifications/calls.ts';
import type { ToldKind } from '../../../../contract/notifications/kinds.ts';
import { noticeText } from '../../../../contract/notifications/notice-text.ts';
import type { NotificationRow } from '../../../../local/rows.ts';
import { AppLink } from '../../../ui/action/button.tsx';
import { cx } from '../../../ui/cx.ts';
import { RowsSkeleton } from '../../../ui/feedback/skeleton.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { rowClass, RowIcon, type Tone } from '../../../ui/display/rows.tsx';
import { formatMoney } from '../../../ui/text/format-money.ts';
import { formatClock } from '../../../ui/text/format-time.ts';
import css from './notifications.module.css';

interface Look {
  readonly tone: Tone;
  readonly icon: IconNode;
}

const LOOKS: Readonly<Record<ToldKind, Look>> = {
  won: { tone: 'ok', icon: ticketIcon },
  digit_revealed: { tone: 'info', icon: hashIcon },
  lottery_drawn: { tone: 'warn', icon: calendarIcon },
  money_received: { tone: 'ok', icon: walletIcon },
  voucher_redeemed: { tone: 'ok', icon: checkIcon },
  voucher_expiring: { tone: 'warn', icon: clockIcon },
  voucher_expired: { tone: 'neutral', icon: clockIcon },
  release_code: { tone: 'warn', icon: bellIcon },
  payment_settled: { tone: 'ok', icon: plusIcon },
  payment_disputed: { tone: 'warn', icon: landmarkIcon },
  withdrawal_ended: { tone: 'info', icon: landmarkIcon },
  purchase_ended: { tone: 'info', icon: smartphoneIcon },
  friend_joined: { tone: 'ok', icon: userRoundIcon },
  coins_earned: { tone: 'ok', icon: giftIcon },
  case_answered: { tone: 'info', icon: flagIcon },
  case_decided: { tone: 'ok', icon: flagIcon },
  announcement: { tone: 'info', icon: megaphoneIcon },
};
/** A newer server may send kinds that this version does not know. */
export const isKnownKind = ({ kind }: Pick<NotificationRow, 'kind'>): boolean =>
  Object.hasOwn(LOOKS, kind);
const FAILED: Look = { tone: 'bad', icon: xIcon };

export interface NoticeRowProps {
  readonly notice: NotificationRow;
  readonly now: Date;
  readonly isNew: boolean;
}

export const withoutSpentCode = (data: NoticeData, now: Date): NoticeData => {
  const { code, ...others } = data;
  const isSpent = Date.parse(data.expires_at ?? '') <= now.getTime();
  return code === undefined || isSpent ? others : data;
};

export function NoticeRow({ notice, now, isNew }: NoticeRowProps): ReactElement {
  const { kind, created_at: createdAt } = notice;
  const data = withoutSpentCode(notice.data, now);
  const { title, body, path } = noticeText(kind, data, formatMoney);
  const { tone, icon } = data.outcome === 'failed' ? FAILED : LOOKS[kind];
  return (
    <AppLink href={path} className={cx(rowClass, css['row'], isNew && css['new'])}>
      <RowIcon tone={tone} of={icon} />
      <span className={css['middle']}>
        <span className={css['what']}>{title}</span>
        <span className="xs muted">{body}</span>
      </span>
      <span className={cx('xs muted line', css['end'])}>
        <time dateTime={createdAt}>{formatClock(new Date(createdAt))}</time>
        <span className={css['dot']}>{isNew && <span className="vh">New</span>}</span>
      </span>
    </AppLink>
  );
}

export const NoticesSkeleton = (): ReactElement => (
  <Card className={css['list']}>
    <RowsSkeleton what="Loading notifications" count={6} />
  </Card>
);
