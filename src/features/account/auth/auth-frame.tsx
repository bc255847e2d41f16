import type { ReactElement, ReactNode } from 'react';

import { Pattern, type PatternVariant } from '../../../ui/ticket/pattern.tsx';
import { Icon, type IconProps } from '../../../ui/icon.tsx';
import { Page } from '../../../ui/layout/layout.tsx';
import { Mascot, type MascotProps } from '../../../ui/display/mascot.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './auth-frame.module.css';

export interface AuthFrameProps {
  readonly pattern: PatternVariant;
  readonly variant?: NonNullable<MascotProps['variant']>;
  readonly children: ReactNode;
}

export function AuthFrame({ pattern, variant = 'hello', children }: AuthFrameProps): ReactElement {
  return (
    <Page>
      <div className={cx('edged', css['ticket'])} data-toasts>
        <Pattern variant={pattern} className={cx('middle', css['art'])}>
          <span className={css['disc']} />
          <Mascot variant={variant} className={css['bird']} />
        </Pattern>
        <div className={css['seam']} aria-hidden="true" />
        <div className={css['form']}>{children}</div>
      </div>
    </Page>
  );
}

interface SignProps {
  readonly tone?: 'info' | 'ok' | 'bad';
  readonly of?: IconProps['of'];
  readonly children?: ReactNode;
}

export const Sign = ({ tone = 'info', of, children }: SignProps): ReactElement => (
  <span className={cx('middle', css['sign'])} data-tone={tone}>
    {of ? <Icon of={of} size="lg" /> : children}
  </span>
);
