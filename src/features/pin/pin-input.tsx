import type { ComponentProps, ReactElement } from 'react';

import { PIN_DIGITS } from '../../../contract/constants.ts';
import { Input } from '../../ui/form/input.tsx';

/** Where a PIN is typed: figures only, hidden. Its value is what `onPin` was last given. */
export function PinInput({
  onPin,
  ...rest
}: Omit<ComponentProps<'input'>, 'type' | 'onChange'> & {
  readonly onPin: (pin: string) => void;
}): ReactElement {
  return (
    <Input
      autoComplete="off"
      {...rest}
      digits
      type="password"
      inputMode="numeric"
      maxLength={PIN_DIGITS}
      onChange={({ target }) => onPin(target.value.replaceAll(/\D/g, ''))}
    />
  );
}
