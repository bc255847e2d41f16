import { Suspense, type ReactElement } from 'react';
import { Route } from 'wouter';

import { AppRouter, useAppLocation } from '../platform/routing/router.tsx';
import type { Seed } from '../../contract/document/seed.ts';
import { SeedContext } from '../platform/document.ts';
import { Guard } from './guard.tsx';
import { routeFor } from './match-route.ts';
import { PageError } from './page-error.tsx';
import { Shell } from './shell/shell.tsx';
import { ShellSkeleton } from './shell/shell-skeleton.tsx';

export interface AppProps {
  readonly path: string;
  readonly search?: string;
  readonly seed?: Seed;
}

export function App({ path, search = '', seed = {} }: AppProps): ReactElement {
  return (
    <SeedContext value={seed}>
      <AppRouter path={path} search={search}>
        <Screen />
      </AppRouter>
    </SeedContext>
  );
}

function Screen(): ReactElement {
  const { path } = useAppLocation();
  const route = routeFor(path);
  const { page: Page } = route;
  return (
    <Shell route={route}>
      <PageError path={path}>
        {/* A boundary without a key keeps the old page visible until the new one is ready. */}
        <Suspense fallback={<ShellSkeleton />}>
          <Guard>
            <Route path={route.path}>
              <Page key={path} />
            </Route>
          </Guard>
        </Suspense>
      </PageError>
    </Shell>
  );
}
