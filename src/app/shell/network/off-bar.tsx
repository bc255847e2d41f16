import type { ReactElement, ReactNode } from 'react';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';
import wifiOffIcon from 'lucide/dist/esm/icons/wifi-off.mjs';
import { cx } from '../../../ui/cx.ts';
import css from './off-bar.module.css';
import { TextButton } from '../../../ui/action/button.tsx';
import { Icon, type IconProps } from '../../../ui/icon.tsx';

export interface OffBarProps {
  /** Mint instead of mango: the network is back. */
  readonly back?: boolean;
  /** 'You are offline.' */
  readonly children: ReactNode;
  /** 'Saved 12 minutes ago.' Changes with time alone, so that no screen reader is told each time. */
  readonly age?: ReactNode;
  readonly icon?: IconProps['of'];
  readonly button?: string;
  readonly onRetry?: () => void;
}

/** The bar under the top bar that tells of the network, or of the device. */
export function OffBar({
  back,
  icon = wifiOffIcon,
  button = 'Retry',
  children,
  age,
  onRetry,
}: OffBarProps): ReactElement {
  return (
    <div className={cx(css['bar'], back && css['ok'])}>
      <Icon of={back ? checkIcon : icon} size="md" />
      <span className="grow">
        <span role="status">{children}</span> {age}
      </span>
      {onRetry && <TextButton onClick={onRetry}>{button}</TextButton>}
    </div>
  );
}
