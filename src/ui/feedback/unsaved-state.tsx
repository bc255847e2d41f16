import type { ReactElement, ReactNode } from 'react';

import { EmptyState } from './empty-state.tsx';

/** In place of what a screen shows, without a network and with nothing of it on the device. */
export function UnsavedState({
  children = 'Open this page once with a connection and it will be here next time.',
}: {
  readonly children?: ReactNode;
}): ReactElement {
  return (
    <EmptyState title="Not saved on this phone" mood="sticker-offline">
      {children}
    </EmptyState>
  );
}
