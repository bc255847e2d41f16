import type { IconNode } from 'lucide';
import type { ReactElement, ReactNode } from 'react';
import bellIcon from 'lucide/dist/esm/icons/bell.mjs';
import chevronRightIcon from 'lucide/dist/esm/icons/chevron-right.mjs';
import cardIcon from 'lucide/dist/esm/icons/credit-card.mjs';
import crownIcon from 'lucide/dist/esm/icons/crown.mjs';
import flagIcon from 'lucide/dist/esm/icons/flag.mjs';
import helpIcon from 'lucide/dist/esm/icons/circle-question-mark.mjs';
import lockIcon from 'lucide/dist/esm/icons/lock.mjs';
import mailIcon from 'lucide/dist/esm/icons/mail.mjs';
import scaleIcon from 'lucide/dist/esm/icons/scale.mjs';
import shieldIcon from 'lucide/dist/esm/icons/shield.mjs';
import storeIcon from 'lucide/dist/esm/icons/store.mjs';
import ticketIcon from 'lucide/dist/esm/icons/ticket.mjs';
import userIcon from 'lucide/dist/esm/icons/user-round.mjs';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import type { AccountRow, UserRow } from '../../../../local/rows.ts';
import { daysLeft, hasPasskey } from '../../../shared/accounts/user.ts';
import { choosePin } from '../../../shared/accounts/pin/with-pin.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { RowIcon, Row, Rows } from '../../../ui/display/rows.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { plural } from '../../../ui/text/format-text.ts';

interface Leading {
  readonly icon: IconNode;
  readonly title: string;
  readonly note?: string;
  readonly state?: ReactNode;
  readonly to: string | (() => void);
}

const LeadingRows = ({ of }: { readonly of: readonly Leading[] }): ReactElement => (
  <Card>
    <Rows>
      {of.map(({ icon, title, note, state, to }) => (
        <li key={title}>
          <Row
            title={title}
            note={note}
            {...(typeof to === 'string' ? { href: to } : { onSelect: to })}
            extra={state ?? <Icon of={chevronRightIcon} size="md" />}
            start={<RowIcon of={icon} />}
          />
        </li>
      ))}
    </Rows>
  </Card>
);

export function Links({
  row,
  account,
}: {
  readonly row: UserRow;
  readonly account: AccountRow | undefined;
}): ReactElement {
  const now = useNow(MINUTE_MS);
  const days = daysLeft(row, now.getTime());
  const { has_pin: hasPin } = row.user;
  return (
    <LeadingRows
      of={[
        {
          icon: userIcon,
          title: 'Personal info',
          note: 'Username, e-mail, photo, password, fingerprint',
          to: '/profile/personal-info',
        },
        {
          icon: lockIcon,
          title: hasPin ? 'Change PIN' : 'Set a PIN',
          note: hasPin
            ? 'It is asked for where money leaves your wallet'
            : hasPasskey(account)
              ? 'For where your fingerprint or face does not work'
              : 'You need one to withdraw. Airtime and vouchers can be bought without',
          to: () => void choosePin(),
        },
        {
          icon: bellIcon,
          title: 'Notifications',
          note: 'What you are told, where and when',
          to: '/profile/notifications',
        },
        {
          icon: cardIcon,
          title: 'Payment methods',
          note: 'For putting money into your wallet',
          to: '/profile/payment-methods',
        },
        {
          icon: ticketIcon,
          title: 'My Vouchers',
          note: 'What you gave and what you sent',
          to: '/my-vouchers',
        },
        {
          icon: flagIcon,
          title: 'Your cases',
          note: 'Problems that you reported, and our answers',
          to: '/cases',
        },
        {
          icon: crownIcon,
          title: 'Premium',
          to: '/premium',
          ...(days > 0 && {
            state: <Badge tone="warn">{`${plural(days, 'day', 'days')} left`}</Badge>,
          }),
        },
      ]}
    />
  );
}

export const MoreLinks = (): ReactElement => (
  <LeadingRows
    of={[
      {
        icon: storeIcon,
        title: 'Till',
        note: 'Take vouchers at your counter',
        to: '/merchant',
      },
      { icon: helpIcon, title: 'Help', to: '/help' },
      { icon: mailIcon, title: 'Contact', to: '/contact' },
      { icon: scaleIcon, title: 'Rules', note: 'How the game works, and its money', to: '/rules' },
      { icon: shieldIcon, title: 'Privacy', note: 'What we keep about you', to: '/privacy' },
    ]}
  />
);
