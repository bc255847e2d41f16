import type { ReactElement, ReactNode } from 'react';

import { Cloth, type ClothVariant } from '../../../ui/ticket/cloth.tsx';
import { Page } from '../../../ui/layout/layout.tsx';
import { Mascot, type MascotProps } from '../../../ui/display/mascot.tsx';
import css from './auth-frame.module.css';

export interface AuthFrameProps {
  readonly cloth: ClothVariant;
  readonly mood?: NonNullable<MascotProps['mood']>;
  readonly children: ReactNode;
}

/** A form as a ticket: cloth on top, on wide screens at the left, a perforation, and the form. */
export function AuthFrame({ cloth, mood = 'hello', children }: AuthFrameProps): ReactElement {
  return (
    <Page>
      <div className={css['ticket']} data-toasts>
        <Cloth variant={cloth} className={css['art']}>
          <span className={css['disc']} />
          <Mascot mood={mood} className={css['bird']} />
        </Cloth>
        <div className={css['seam']} aria-hidden="true" />
        <div className={css['form']}>{children}</div>
      </div>
    </Page>
  );
}

export interface SignProps {
  readonly tone?: 'info' | 'ok' | 'bad';
  /** One icon of size lg. */
  readonly children: ReactNode;
}

/** The round sign over what the page says. */
export const Sign = ({ tone = 'info', children }: SignProps): ReactElement => (
  <span className={css['sign']} data-tone={tone}>
    {children}
  </span>
);
