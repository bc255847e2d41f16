import type { ComponentProps, ReactElement } from 'react';

import { onlyDigits } from '../../../../contract/plain-text.ts';
import { PIN_DIGITS } from '../../../../contract/constants.ts';
import { Input } from '../../../ui/form/input.tsx';

/**
 * Where a PIN is typed: figures only, hidden. Its value is what `onPin` was last given. Password managers leave
 * a one-time code alone; in any other hidden field they fill in the password, also with autofill off, or keep the PIN as it.
 */
export function PinInput({
  onPin,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'autoComplete' | 'onChange'> & {
  readonly onPin: (pin: string) => void;
}): ReactElement {
  return (
    <Input
      {...rest}
      autoComplete="one-time-code"
      digits
      type="password"
      inputMode="numeric"
      // Not by `maxLength`, which would cut what is pasted before the space in it is gone.
      onChange={({ target }) => onPin(onlyDigits(target.value, PIN_DIGITS))}
    />
  );
}
