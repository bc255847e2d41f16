import { useSyncExternalStore, type ReactElement } from 'react';
import type { IconNode } from 'lucide';
import crownIcon from 'lucide/dist/esm/icons/crown.mjs';
import eyeIcon from 'lucide/dist/esm/icons/eye.mjs';
import giftIcon from 'lucide/dist/esm/icons/gift.mjs';
import houseIcon from 'lucide/dist/esm/icons/house.mjs';
import ticketCheckIcon from 'lucide/dist/esm/icons/ticket-check.mjs';
import ticketIcon from 'lucide/dist/esm/icons/ticket.mjs';
import userRoundIcon from 'lucide/dist/esm/icons/user-round.mjs';
import walletIcon from 'lucide/dist/esm/icons/wallet.mjs';

import { useAppLocation } from '../../platform/routing/router.tsx';
import { openRedeem } from '../../shared/payment-vouchers/open-redeem.ts';
import { isVoucherPage } from '../match-route.ts';
import { AppLink } from '../../ui/action/button.tsx';
import { Menu } from '../../ui/action/menu.tsx';
import { opensKeyboard } from '../../ui/form/focus-on-arrival.ts';
import { cx } from '../../ui/cx.ts';
import css from './bottom-bar.module.css';
import { offerSupport } from './offer-support.ts';
import { Icon } from '../../ui/icon.tsx';

const VOUCHER_ITEMS = [
  {
    label: 'View',
    icon: <Icon of={eyeIcon} size="md" />,
    href: '/my-vouchers',
  },
  {
    label: 'Giveaway',
    icon: <Icon of={giftIcon} size="md" />,
    onSelect: offerSupport,
  },
  {
    label: 'Redeem',
    icon: <Icon of={ticketCheckIcon} size="md" />,
    onSelect: openRedeem,
  },
  {
    label: 'Premium',
    href: '/payment',
    icon: <Icon of={crownIcon} size="md" />,
  },
] as const;

const WITHIN: Readonly<Record<string, RegExp>> = {
  '/': /^\/welcome$/,
  '/wallet': /^\/(transactions|profile\/payment-methods)/,
  '/profile': /^\/profile\/(?!payment-methods)/,
};

const isWithin = (path: string, href: string): boolean =>
  path === href || WITHIN[href]?.test(path) === true;

const isTyping = (): boolean => opensKeyboard(document.activeElement);

function onFocus(look: () => void): () => void {
  for (const type of ['focusin', 'focusout']) document.addEventListener(type, look);
  return () => {
    for (const type of ['focusin', 'focusout']) document.removeEventListener(type, look);
  };
}

/** It is hidden while a keyboard is on the screen, which needs the space. */
export function BottomBar(): ReactElement | null {
  const { path } = useAppLocation();
  const hasKeyboard = useSyncExternalStore(onFocus, isTyping, () => false);
  const link = (href: string, label: string, icon: IconNode): ReactElement => (
    <AppLink
      className={css['entry']}
      href={href}
      aria-current={isWithin(path, href) ? 'page' : undefined}
    >
      <Icon of={icon} size="md" />
      <span>{label}</span>
    </AppLink>
  );
  if (hasKeyboard) return null;
  return (
    <nav className={cx(css['bar'], 'deferred')} aria-label="Main, mobile">
      {link('/', 'Home', houseIcon)}
      {link('/wallet', 'Wallet', walletIcon)}
      <Menu
        className={css['entry']}
        items={VOUCHER_ITEMS}
        placement="above"
        current={isVoucherPage(path)}
      >
        <span className={cx('middle', css['ticket'])}>
          <Icon of={ticketIcon} size="md" />
        </span>
        <span>Voucher</span>
      </Menu>
      {link('/profile', 'Profile', userRoundIcon)}
      {link('/refer', 'Refer', giftIcon)}
    </nav>
  );
}
