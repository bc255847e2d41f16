import type { ReactElement } from 'react';
import chevronDownIcon from 'lucide/dist/esm/icons/chevron-down.mjs';

import { DEVICE_ERRORS } from '../../../contract/errors/device-errors.ts';
import { MESSAGES } from '../../../contract/messages.ts';
import { fillCode, openRedeem } from '../../shared/payment-vouchers/open-redeem.ts';
import { nativeBridge } from '../../platform/native/bridge.ts';
import { navigate, useAppLocation } from '../../platform/routing/router.tsx';
import { AppLink } from '../../ui/action/button.tsx';
import { cx } from '../../ui/cx.ts';
import { Menu } from '../../ui/action/menu.tsx';
import { toast } from '../../platform/toast-store.ts';
import css from './header.module.css';
import { offerSupport } from './offer-support.ts';
import { Icon } from '../../ui/icon.tsx';
import { isVoucherPage } from './voucher-paths.ts';

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

export function TopNav(): ReactElement {
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
