import type { ReactElement } from 'react';
import bellIcon from 'lucide/dist/esm/icons/bell.mjs';
import crownIcon from 'lucide/dist/esm/icons/crown.mjs';
import logOutIcon from 'lucide/dist/esm/icons/log-out.mjs';
import ticketIcon from 'lucide/dist/esm/icons/ticket.mjs';
import userRoundIcon from 'lucide/dist/esm/icons/user-round.mjs';
import walletIcon from 'lucide/dist/esm/icons/wallet.mjs';

import { UNREAD_MAX } from '../../../contract/constants.ts';
import { normaliseRegion } from '../../../contract/region-table.ts';
import { Icon } from '../../ui/icon.tsx';
import { formatCount } from '../../ui/text/format-money.ts';
import { navigate, useAppLocation } from '../../platform/routing/router.tsx';
import { useSession } from '../../platform/session/session.ts';
import { signOut } from '../../platform/session/sign-out.ts';
import { useUser } from '../../shared/accounts/user.ts';
import { AppLink, ButtonLink, IconLink } from '../../ui/action/button.tsx';
import { Avatar } from '../../ui/display/avatar.tsx';
import { Flag } from '../../ui/display/flag.tsx';
import { Coin } from '../../ui/display/coin.tsx';
import { Menu } from '../../ui/action/menu.tsx';
import { isVoucherPage } from '../match-route.ts';
import { SHELL_PATH, type AppRoute } from '../routes.ts';
import { cx } from '../../ui/cx.ts';
import css from './header.module.css';
import { Quiet } from '../../platform/lazy/lazy-component.tsx';

async function logOut(): Promise<void> {
  await signOut();
  navigate('/welcome');
}

const ACCOUNT_ITEMS = [
  { label: 'Wallet', href: '/wallet', icon: <Icon of={walletIcon} size="md" /> },
  { label: 'Profile', href: '/profile', icon: <Icon of={userRoundIcon} size="md" /> },
  { label: 'My Vouchers', href: '/my-vouchers', icon: <Icon of={ticketIcon} size="md" /> },
  { label: 'Premium', href: '/payment', icon: <Icon of={crownIcon} size="md" /> },
  { label: 'Logout', onSelect: () => void logOut(), icon: <Icon of={logOutIcon} size="md" /> },
] as const;

function loginPath(path: string, search: string): string {
  if (path === '/signup') return `/login${search}`;
  return isVoucherPage(path) ? `/login?next=${path}` : '/login';
}

export function HeaderSession({ route }: { readonly route: AppRoute }): ReactElement {
  const session = useSession();
  const { path, search } = useAppLocation();
  // Until the session is known a public page shows visitor links, as most callers are visitors.
  const isVisitor =
    session === 'signed-out' ||
    (session === 'unknown' && route.access === 'public' && route.path !== SHELL_PATH);
  return (
    <div className={cx('line', css['session'])}>
      {isVisitor && path !== '/login' && (
        <ButtonLink href={loginPath(path, search)} variant="primary" size="sm">
          Login
        </ButtonLink>
      )}
      {session === 'signed-in' && (
        <Quiet>
          <Account />
        </Quiet>
      )}
    </div>
  );
}

const POINTS_BADGE_MAX = 99_999;
const SHOWN_DIGITS = 5;

export const pointsBadge = (points: number): string =>
  points > POINTS_BADGE_MAX ? String(points).slice(0, SHOWN_DIGITS) : formatCount(points);

const unreadText = (unread: number): string =>
  unread > UNREAD_MAX ? `${UNREAD_MAX}+` : String(unread || '');

/** On phones it stands in the place of the flag, which moves onto the avatar. */
export function Bell({ route }: { readonly route: AppRoute }): ReactElement | null {
  const session = useSession();
  const isUser = session === 'signed-in' || (session === 'unknown' && route.access === 'signed-in');
  return isUser ? (
    <Quiet fallback={<BellLink unread="" />}>
      <LiveBell />
    </Quiet>
  ) : null;
}

const LiveBell = (): ReactElement => (
  <BellLink unread={unreadText(useUser()?.unread_notifications ?? 0)} />
);

function BellLink({ unread }: { readonly unread: string }): ReactElement {
  const { path } = useAppLocation();
  return (
    <IconLink
      className={css['bell']}
      href="/notifications"
      label={`Notifications${unread && `, ${unread} unread`}`}
      aria-current={path === '/notifications' ? 'page' : undefined}
    >
      <Icon of={bellIcon} size="md" />
      {unread && <span className={css['unread']}>{unread}</span>}
    </IconLink>
  );
}

function Account(): ReactElement | null {
  const user = useUser();
  if (!user) return null;
  return (
    <>
      <AppLink
        className={cx('line', css['coins'])}
        href="/refer"
        aria-label={`${formatCount(user.points)} coins`}
      >
        <Coin />
        {pointsBadge(user.points)}
      </AppLink>
      <Menu
        className={cx('middle', css['account'])}
        label={`${user.username}, account menu`}
        items={ACCOUNT_ITEMS}
        placement="end"
      >
        <Avatar username={user.username} src={user.avatar} size="sm" />
        <span className={css['flag']}>
          <Flag region={normaliseRegion(user.region)} />
        </span>
      </Menu>
    </>
  );
}
