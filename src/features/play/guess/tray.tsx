import type { ReactElement, ReactNode } from 'react';
import css from './tray.module.css';

/** A panel at the bottom of a phone for a claim button and a Keypad; absent above 768 px. */
export function Tray({ children }: { readonly children: ReactNode }): ReactElement {
  return <div className={css['tray']}>{children}</div>;
}
