import type { ComponentProps, ReactElement } from 'react';

import { onlyDigits } from '../../../../contract/plain-text.ts';
import { PIN_DIGITS } from '../../../../contract/constants.ts';
import { Input } from '../../../ui/form/input.tsx';

/** A one-time code, because password managers would fill or store any other hidden field. */
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
      // `maxLength` would cut a pasted PIN before its spaces are removed.
      onChange={({ target }) => onPin(onlyDigits(target.value, PIN_DIGITS))}
    />
  );
}

export const pinFault = (pin: string): string | undefined =>
  pin.length === PIN_DIGITS ? undefined : `Enter ${PIN_DIGITS} digits`;
