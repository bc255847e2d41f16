import type { ReactElement, ReactNode } from 'react';

import { MESSAGES } from '../../../contract/messages.ts';
import { navigate, useAppLocation } from '../../platform/routing/router.tsx';
import { AppLink } from '../../ui/action/app-link.tsx';
import { EyeIcon } from '../../ui/icons/eye-icon.tsx';
import { GiftIcon } from '../../ui/icons/gift-icon.tsx';
import { HouseIcon } from '../../ui/icons/house-icon.tsx';
import { TicketIcon } from '../../ui/icons/ticket-icon.tsx';
import { UserRoundIcon } from '../../ui/icons/user-round-icon.tsx';
import { WalletIcon } from '../../ui/icons/wallet-icon.tsx';
import { Menu } from '../../ui/action/menu.tsx';
import { toast } from '../../platform/toast-store.ts';
import css from './bottom-bar.module.css';

const VOUCHER_ITEMS = [
  { label: 'View', icon: <EyeIcon size="md" />, onSelect: () => navigate('/my-vouchers') },
  {
    label: 'Giveaway',
    icon: <GiftIcon size="md" />,
    onSelect: () => void toast(MESSAGES.supportForGiveaway),
  },
] as const;

/** Pages that are reached from an entry and belong to it. */
const BELOW: Readonly<Record<string, readonly string[]>> = { '/wallet': ['/transactions'] };

/** Whether an address is that of an entry, or below it. */
const isWithin = (path: string, href: string): boolean =>
  path === href || (BELOW[href] ?? []).some((page) => path === page || path.startsWith(`${page}/`));

/** The bar in thumb's reach, at widths of 768 px or less. */
export function BottomBar(): ReactElement {
  const { path } = useAppLocation();
  const link = (href: string, label: string, icon: ReactNode): ReactElement => (
    <AppLink
      className={css['entry']}
      href={href}
      aria-current={isWithin(path, href) ? 'page' : undefined}
    >
      {icon}
      <span>{label}</span>
    </AppLink>
  );
  return (
    <nav className={css['bar']} aria-label="Main, mobile">
      {link('/', 'Home', <HouseIcon size="md" />)}
      {link('/wallet', 'Wallet', <WalletIcon size="md" />)}
      <Menu className={css['entry']} items={VOUCHER_ITEMS} placement="above">
        <span className={css['ticket']}>
          <TicketIcon size="md" />
        </span>
        <span>Voucher</span>
      </Menu>
      {link('/profile', 'Profile', <UserRoundIcon size="md" />)}
      {link('/refer', 'Refer', <GiftIcon size="md" />)}
    </nav>
  );
}
