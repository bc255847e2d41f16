import type { ReactElement, ReactNode } from 'react';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';
import wifiOffIcon from 'lucide/dist/esm/icons/wifi-off.mjs';
import { cx } from '../../ui/cx.ts';
import css from './off-bar.module.css';
import { TextButton } from '../../ui/action/button.tsx';
import { Icon, type IconProps } from '../../ui/icon.tsx';

export interface OffBarProps {
  readonly back?: boolean;
  readonly children: ReactNode;
  /** It changes with time alone, so it is not announced to screen readers. */
  readonly age?: ReactNode;
  readonly icon?: IconProps['of'];
  readonly button?: string;
  readonly onRetry?: () => void;
}

export function OffBar({
  back,
  icon = wifiOffIcon,
  button = 'Retry',
  children,
  age,
  onRetry,
}: OffBarProps): ReactElement {
  return (
    <section aria-label="Notice" className={cx('line sm', css['bar'], back && css['ok'])}>
      <Icon of={back ? checkIcon : icon} size="md" />
      <span className="grow">
        <span role="status" className="semi">
          {children}
        </span>{' '}
        {age}
      </span>
      {onRetry && <TextButton onClick={onRetry}>{button}</TextButton>}
    </section>
  );
}
