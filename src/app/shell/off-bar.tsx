import type { ReactElement, ReactNode } from 'react';
import { cx } from '../../ui/cx.ts';
import { CheckIcon } from '../../ui/icons/check-icon.tsx';
import { WifiOffIcon } from '../../ui/icons/wifi-off-icon.tsx';
import css from './off-bar.module.css';
import { TextButton } from '../../ui/action/text-button.tsx';

export interface OffBarProps {
  /** Mint instead of mango: the network is back. */
  readonly back?: boolean;
  /** 'You are offline. Saved 12 minutes ago.' */
  readonly children: ReactNode;
  readonly onRetry?: () => void;
}

/** The bar under the top bar that tells of the network. */
export function OffBar({ back, children, onRetry }: OffBarProps): ReactElement {
  return (
    <div className={cx(css['bar'], back && css['ok'])} role="status">
      {back ? <CheckIcon size="md" /> : <WifiOffIcon size="md" />}
      <span className="grow">{children}</span>
      {onRetry && <TextButton onClick={onRetry}>Retry</TextButton>}
    </div>
  );
}
