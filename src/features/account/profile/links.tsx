import type { IconNode } from 'lucide';
import type { ReactElement, ReactNode } from 'react';
import chevronRightIcon from 'lucide/dist/esm/icons/chevron-right.mjs';
import cardIcon from 'lucide/dist/esm/icons/credit-card.mjs';
import crownIcon from 'lucide/dist/esm/icons/crown.mjs';
import flagIcon from 'lucide/dist/esm/icons/flag.mjs';
import helpIcon from 'lucide/dist/esm/icons/circle-question-mark.mjs';
import mailIcon from 'lucide/dist/esm/icons/mail.mjs';
import settingsIcon from 'lucide/dist/esm/icons/settings.mjs';
import shieldIcon from 'lucide/dist/esm/icons/shield-check.mjs';
import storeIcon from 'lucide/dist/esm/icons/store.mjs';
import ticketIcon from 'lucide/dist/esm/icons/ticket.mjs';
import userIcon from 'lucide/dist/esm/icons/user-round.mjs';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import type { UserRow } from '../../../../local/rows.ts';
import { daysLeft } from '../../../shared/accounts/user.ts';
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

export const LeadingRows = ({ of }: { readonly of: readonly Leading[] }): ReactElement => (
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

const ABOUT_ME: readonly Leading[] = [
  {
    icon: userIcon,
    title: 'Personal info',
    note: 'Username, e-mail, photo',
    to: '/profile/personal-info',
  },
  {
    icon: shieldIcon,
    title: 'Security',
    note: 'PIN, password, fingerprint, devices, money limits',
    to: '/profile/security',
  },
  {
    icon: settingsIcon,
    title: 'Settings',
    note: 'Notifications, region, theme, data, play limits',
    to: '/profile/settings',
  },
];

const MINE: readonly Leading[] = [
  {
    icon: ticketIcon,
    title: 'My Vouchers',
    note: 'What you gave and what you sent',
    to: '/my-vouchers',
  },
  {
    icon: cardIcon,
    title: 'Payment methods',
    note: 'For putting money into your wallet',
    to: '/profile/payment-methods',
  },
  {
    icon: flagIcon,
    title: 'Your cases',
    note: 'Problems that you reported, and our answers',
    to: '/cases',
  },
];

const MORE: readonly Leading[] = [
  {
    icon: storeIcon,
    title: 'Till',
    note: 'Take vouchers at your counter',
    to: '/merchant',
  },
  { icon: helpIcon, title: 'Help', to: '/help' },
  { icon: mailIcon, title: 'Contact', to: '/contact' },
];

export function Links({ row }: { readonly row: UserRow }): ReactElement {
  const now = useNow(MINUTE_MS);
  const days = daysLeft(row, now.getTime());
  const premium: Leading = {
    icon: crownIcon,
    title: 'Premium',
    to: '/premium',
    ...(days > 0 && { state: <Badge tone="warn">{`${plural(days, 'day', 'days')} left`}</Badge> }),
  };
  return (
    <>
      <LeadingRows of={ABOUT_ME} />
      <LeadingRows of={[...MINE, premium]} />
      <LeadingRows of={MORE} />
    </>
  );
}
