import { useEffect, useRef, type ReactElement, type RefObject } from 'react';
import chevronDownIcon from 'lucide/dist/esm/icons/chevron-down.mjs';
import moonIcon from 'lucide/dist/esm/icons/moon.mjs';

import { DEVICE_ERRORS } from '../../../contract/errors/device-errors.ts';
import { MESSAGES } from '../../../contract/messages.ts';
import {
  DEFAULT_REGION,
  normaliseRegion,
  REGIONS,
  type RegionKey,
} from '../../../contract/region-table.ts';
import { EVENTS } from '../../../contract/storage-keys.ts';
import type { GoodiesDatabase } from '../../../local/database.ts';
import { readDetectedRegion, readUser } from '../../../local/queries/user-and-region.ts';
import { Quiet } from '../../platform/lazy/lazy-component.tsx';
import { useLive } from '../../platform/live/use-live.ts';
import { nativeBridge } from '../../platform/native.ts';
import { navigate, useAppLocation } from '../../platform/routing/router.tsx';
import { chooseTheme, currentTheme } from '../../platform/theme.ts';
import { toast } from '../../platform/toast-store.ts';
import { fillCode, openRedeem } from '../../shared/payment-vouchers/open-redeem.ts';
import { AppLink, IconButton } from '../../ui/action/button.tsx';
import { Menu } from '../../ui/action/menu.tsx';
import { cx } from '../../ui/cx.ts';
import { Flag } from '../../ui/display/flag.tsx';
import { LogoGlyph, Wordmark } from '../../ui/display/logo.tsx';
import { Icon } from '../../ui/icon.tsx';
import { isVoucherPage } from '../match-route.ts';
import type { AppRoute } from '../routes.ts';
import { Bell, HeaderSession } from './header-session.tsx';
import css from './header.module.css';
import { offerSupport } from './offer-support.ts';

async function scan(): Promise<void> {
  const { scanVoucher } = await import('../../shared/payment-vouchers/scan-voucher.ts');
  const scanned = await scanVoucher();
  if (scanned?.kind === 'code') fillCode(scanned.code);
  if (scanned?.kind === 'page') navigate(scanned.path);
  if (scanned?.kind === 'none') toast(scanned.message, scanned.hasFailed ? { kind: 'error' } : {});
}

/** `scan` throws only when its code could not be loaded. */
const tellLost = (): number => toast(DEVICE_ERRORS.network.message, { kind: 'error' });

const VOUCHER_ITEMS = [{ label: 'Giveaway', onSelect: offerSupport }] as const;
const REDEEM_ITEMS = [
  { label: 'Enter Code', onSelect: openRedeem },
  {
    label: 'Scan QR',
    onSelect: () => void (nativeBridge() ? scan().catch(tellLost) : toast(MESSAGES.scanInApp)),
  },
] as const;

function TopNav(): ReactElement {
  const { path } = useAppLocation();
  const link = (href: string, label: string): ReactElement => (
    <AppLink className={css['entry']} href={href} aria-current={path === href ? 'page' : undefined}>
      {label}
    </AppLink>
  );
  return (
    <nav className={css['nav']} aria-label="Main">
      {link('/', 'Home')}
      <Menu className={css['entry']} items={VOUCHER_ITEMS} current={isVoucherPage(path)}>
        Voucher <Icon of={chevronDownIcon} size="sm" />
      </Menu>
      {link('/payment', 'Premium')}
      {link('/refer', 'Refer')}
      <Menu className={cx(css['entry'], css['cta'])} items={REDEEM_ITEMS}>
        Redeem <Icon of={chevronDownIcon} size="sm" />
      </Menu>
    </nav>
  );
}

async function readShownRegion(db: GoodiesDatabase): Promise<RegionKey> {
  const user = await readUser(db);
  return normaliseRegion(user?.user.region ?? (await readDetectedRegion(db)));
}

function Badge({ region }: { readonly region: RegionKey }): ReactElement {
  return (
    <span className={cx('line', css['region'])} title="Region">
      <Flag region={region} />
      <span className={css['currency']}>{REGIONS[region].currency}</span>
    </span>
  );
}

function LiveBadge(): ReactElement {
  const { data: region } = useLive(readShownRegion, []);
  useEffect(() => {
    if (region) dispatchEvent(new CustomEvent(EVENTS.regionUpdated, { detail: region }));
  }, [region]);
  return <Badge region={region ?? DEFAULT_REGION} />;
}

export function RegionBadge(): ReactElement {
  return (
    <Quiet fallback={<Badge region={DEFAULT_REGION} />}>
      <LiveBadge />
    </Quiet>
  );
}

const NAVBAR_TOP_PX = 20;

/** A resting finger moves by less than this, in px. */
const JITTER_PX = 4;

function useHidingHeader(): RefObject<HTMLElement | null> {
  const header = useRef<HTMLElement>(null);
  useEffect(() => {
    let lastY = scrollY;
    let frame = 0;
    const update = (): void => {
      frame = 0;
      // The network bar scrolls the page by its own height, which is no user scroll.
      const y =
        scrollY - ((header.current?.nextElementSibling as HTMLElement | null)?.offsetHeight ?? 0);
      if (Math.abs(y - lastY) < JITTER_PX && y > NAVBAR_TOP_PX) return;
      header.current?.toggleAttribute('data-hidden', y > lastY && y > NAVBAR_TOP_PX);
      lastY = y;
    };
    const onScroll = (): void => {
      frame ||= requestAnimationFrame(update);
    };
    addEventListener('scroll', onScroll, { passive: true });
    return () => {
      removeEventListener('scroll', onScroll);
      cancelAnimationFrame(frame);
    };
  }, []);
  return header;
}

const switchTheme = (): void => chooseTheme(currentTheme() === 'dark' ? 'light' : 'dark');

export function Header({ route }: { readonly route: AppRoute }): ReactElement {
  return (
    <header className={css['bar']} ref={useHidingHeader()}>
      <div className={cx('line', css['inside'], 'deferred')}>
        <AppLink className={cx('line', css['brand'])} href="/" aria-label="Goodies home">
          <LogoGlyph className={css['glyph']} />
          <Wordmark className={css['wordmark']} />
        </AppLink>
        <TopNav />
        <Bell route={route} />
        <RegionBadge />
        <IconButton label="Switch theme" onClick={switchTheme}>
          <Icon of={moonIcon} size="md" />
        </IconButton>
        <HeaderSession route={route} />
      </div>
    </header>
  );
}
