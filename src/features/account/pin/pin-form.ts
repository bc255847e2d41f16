import { PIN_DIGITS } from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { isSimplePin } from '../../../../contract/accounts/pin.ts';
import type { Failure } from '../../../../contract/result.ts';
import type { FieldErrors } from '../../../platform/form/use-form.ts';

/** What stands in the form that chooses a PIN. */
export interface PinForm {
  readonly pin: string;
  readonly again: string;
  readonly password: string;
}

/** In the order in which they stand on the screen. */
export const PIN_FIELDS = ['pin', 'again', 'password'] as const;
type PinField = (typeof PIN_FIELDS)[number];

export const EMPTY_PIN_FORM: PinForm = { pin: '', again: '', password: '' };

/** What is wrong with a typed PIN, before anybody is asked. */
export const pinFault = (pin: string): string | undefined =>
  pin.length === PIN_DIGITS ? undefined : `Enter ${PIN_DIGITS} digits`;

/** What is wrong with a choice. */
export function pinFormFaults({ pin, again, password }: PinForm): FieldErrors<PinField> {
  const fault = pinFault(pin) ?? (isSimplePin(pin) ? errorMessage('pin_too_simple') : undefined);
  return {
    ...(fault && { pin: fault }),
    ...(!fault && pin !== again && { again: 'The two PINs are not the same' }),
    ...(password === '' && { password: 'Enter your password' }),
  };
}

/** The fields that a refusal of the server is about. */
export const pinRefusal = ({ code, message }: Failure): FieldErrors<PinField> => ({
  ...(code === 'pin_too_simple' && { pin: message }),
  ...(code === 'password_wrong' && { password: message }),
});
