import type { ReactElement, ReactNode } from 'react';

import { lazyPage } from '../../platform/lazy/lazy-page.tsx';
import { useIsNavigating } from '../../platform/routing/router.tsx';
import { Splash } from './splash.tsx';
import { cx } from '../../ui/cx.ts';
import { ToastViewport } from './toasts/toast-viewport.tsx';
import type { AppRoute } from '../routes.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';
import { NetworkBar } from './network/network-bar.tsx';
import { PinOutlet } from './pin-outlet.tsx';
import { RedeemOutlet } from './redeem-outlet.tsx';
import { SkipLink } from './skip-link.tsx';
import { Quiet } from '../../platform/lazy/quiet.tsx';
import css from './shell.module.css';
import './footer/footer.module.css';
import { usePageArrival } from './use-page-arrival.ts';

/** The footer is below every page, so its code is lazy, but its styles are in the document. */
export const Footer = lazyPage(async () => {
  const { Footer: component } = await import('./footer/footer.tsx');
  return { default: component };
});

export interface ShellProps {
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
      <RedeemOutlet />
      <PinOutlet />
      <ToastViewport />
      <Splash />
    </div>
  );
}
