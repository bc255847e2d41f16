import { useState, type ReactElement } from 'react';
import eyeIcon from 'lucide/dist/esm/icons/eye.mjs';
import eyeOffIcon from 'lucide/dist/esm/icons/eye-off.mjs';

import type { CreatedVoucher } from '../../../../contract/payment-vouchers.ts';
import { IconButton } from '../../../ui/action/button.tsx';
import { groupedCode } from '../grouped-code.ts';
import { hiddenCode } from './hand-over.ts';
import css from './voucher-card.module.css';
import { Icon } from '../../../ui/icon.tsx';

/** The code, with which anyone can redeem: hidden until its creator asks, for screens are looked at by others. */
export function CardCode({
  voucher: { code, code_length: length },
}: {
  readonly voucher: Pick<CreatedVoucher, 'code' | 'code_length'>;
}): ReactElement {
  const [isShown, setIsShown] = useState(false);
  if (code === null) return <p className={css['code']}>{hiddenCode(length)}</p>;
  return (
    <div className={css['code']}>
      <span className={css['digits']}>
        {isShown ? (
          groupedCode(code)
        ) : (
          <>
            <span aria-hidden="true">{hiddenCode(length)}</span>
            <span className="vh">Code hidden</span>
          </>
        )}
      </span>
      <IconButton
        label={isShown ? 'Hide code' : 'Show code'}
        aria-pressed={isShown}
        onClick={() => setIsShown(!isShown)}
      >
        <Icon of={isShown ? eyeOffIcon : eyeIcon} size="md" />
      </IconButton>
    </div>
  );
}
