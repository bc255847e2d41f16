import type { ReactElement } from 'react';
import eyeIcon from 'lucide/dist/esm/icons/eye.mjs';
import eyeOffIcon from 'lucide/dist/esm/icons/eye-off.mjs';

import { IconButton } from '../../ui/action/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { toggleBalance, useBalanceIsHidden } from './balance-visibility.ts';

export function HideBalance({
  className,
}: {
  readonly className: string | undefined;
}): ReactElement {
  const isHidden = useBalanceIsHidden();
  return (
    <IconButton
      className={className}
      label={isHidden ? 'Show balance' : 'Hide balance'}
      onClick={toggleBalance}
    >
      <Icon of={isHidden ? eyeOffIcon : eyeIcon} size="sm" />
    </IconButton>
  );
}
