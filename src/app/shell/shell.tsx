import type { MouseEvent, ReactElement, ReactNode } from 'react';

import {
  lazyComponent,
  lazySheet,
  Quiet,
  useOnceTrue,
} from '../../platform/lazy/lazy-component.tsx';
import { lazyPage } from '../../platform/lazy/lazy-page.tsx';
import { useIsNavigating } from '../../platform/routing/router.tsx';
import { showPinWith, usePinQuestion } from '../../shared/accounts/pin/pin-question.ts';
import { closeRedeem, useRedeemIsOpen } from '../../shared/payment-vouchers/open-redeem.ts';
import { cx } from '../../ui/cx.ts';
import { ToastViewport } from './toast-viewport.tsx';
import type { AppRoute } from '../routes.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';
import { NetworkBar } from './network-bar.tsx';
import css from './shell.module.css';
import './footer.module.css';
import { usePageArrival } from './use-page-arrival.ts';

/** The footer is below every page, so its code is lazy, but its styles are in the document. */
export const Footer = lazyPage(async () => {
  const { Footer: component } = await import('./footer.tsx');
  return { default: component };
});

const PinSheet = lazyComponent(
  async () => (await import('../../features/account/pin/pin-sheet.tsx')).PinSheet,
);
showPinWith(() => PinSheet.preload());

const RedeemSheet = lazySheet(
  async () => (await import('../../features/vouchers/redeem/redeem-sheet.tsx')).RedeemSheet,
);

/** A removed dialog cannot give the focus back, so it stays mounted. */
function Sheets(): ReactElement {
  const hasPinQuestion = useOnceTrue(usePinQuestion() !== undefined);
  const isRedeemOpen = useRedeemIsOpen();
  const wasRedeemOpened = useOnceTrue(isRedeemOpen);
  return (
    <>
      <Quiet>{wasRedeemOpened && <RedeemSheet open={isRedeemOpen} onClose={closeRedeem} />}</Quiet>
      <Quiet>{hasPinQuestion && <PinSheet />}</Quiet>
    </>
  );
}

/** The browser's own navigation would add a history entry without a key and scroll the page. */
function skip(event: MouseEvent): void {
  event.preventDefault();
  document.getElementById('main')?.focus();
}

export const SkipLink = (): ReactElement => (
  <a className={cx(css['skip'], 'deferred')} href="#main" onClick={skip}>
    Skip to content
  </a>
);

const Splash = (): ReactElement => (
  <div className={css['splash']} aria-hidden="true">
    <span className={css['glyph']} />
    <span className={css['name']} />
  </div>
);

interface ShellProps {
  readonly route: AppRoute;
  readonly children: ReactNode;
}

export function Shell({ route, children }: ShellProps): ReactElement {
  const isFull = route.layout === 'main';
  usePageArrival(route.title);
  return (
    <div className={cx(css['frame'], isFull && css['withBar'])}>
      <SkipLink />
      {useIsNavigating() && <div className={css['progress']} />}
      {isFull && <Header route={route} />}
      <NetworkBar />
      {children}
      {isFull && (
        <>
          <Quiet>
            <Footer />
          </Quiet>
          <BottomBar />
        </>
      )}
      <Sheets />
      <ToastViewport />
      <Splash />
    </div>
  );
}
