import type { ReactElement, ReactNode } from 'react';

import type { Layout } from '../routes.ts';

export interface ShellProps {
  readonly layout: Layout;
  readonly title: string;
  readonly children: ReactNode;
}

export function Shell({ children }: ShellProps): ReactElement {
  return <main id="main">{children}</main>;
}
