import { PIN_DIGITS } from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { isSimplePin } from '../../../../contract/accounts/pin.ts';
import type { Failure } from '../../../../contract/result.ts';
import type { FieldErrors } from '../../../platform/form/use-form.ts';

export interface PinForm {
  readonly pin: string;
  readonly again: string;
  readonly password: string;
}

export const PIN_FIELDS = ['pin', 'again', 'password'] as const;
type PinField = (typeof PIN_FIELDS)[number];

export const EMPTY_PIN_FORM: PinForm = { pin: '', again: '', password: '' };

export const pinFault = (pin: string): string | undefined =>
  pin.length === PIN_DIGITS ? undefined : `Enter ${PIN_DIGITS} digits`;

export function pinFormFaults({ pin, again, password }: PinForm): FieldErrors<PinField> {
  const fault = pinFault(pin) ?? (isSimplePin(pin) ? errorMessage('pin_too_simple') : undefined);
  return {
    ...(fault && { pin: fault }),
    ...(!fault && pin !== again && { again: 'The two PINs are not the same' }),
    ...(password === '' && { password: 'Enter your password' }),
  };
}

export const pinRefusal = ({ code, message }: Failure): FieldErrors<PinField> => ({
  ...(code === 'pin_too_simple' && { pin: message }),
  ...(code === 'password_wrong' && { password: message }),
});
