import { useState, type ReactElement } from 'react';

import { onlyDigits } from '../../../../contract/plain-text.ts';
import { RELEASE_CODE_DIGITS, RELEASE_CODE_MS } from '../../../../contract/constants.ts';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import type { RedeemBody } from '../../../../contract/payment-vouchers.ts';
import type { Failure } from '../../../../contract/result.ts';
import { useCommand, type Command } from '../../../platform/form/use-command.ts';
import { useForm } from '../../../platform/form/use-form.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { TextButton } from '../../../ui/action/button.tsx';
import { SubmitButton } from '../../../ui/form/submit-button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { focusOnArrival } from '../../../ui/form/focus-on-arrival.ts';
import { Input } from '../../../ui/form/input.tsx';
import type { Redeeming } from './use-redeem.ts';

interface ReleaseStepProps {
  /** What names the voucher. */
  readonly named: RedeemBody;
  readonly redeeming: Redeeming;
  readonly onUsed: (failure: Failure) => void;
}

export function ReleaseStep({ named, redeeming, onUsed }: ReleaseStepProps): ReactElement {
  const { redeem, setReleasing } = redeeming;
  const state = useState({ otp: '' });
  const [{ otp }] = state;
  const resend = useCommand(
    () => redeem(named),
    () => undefined,
  );
  const { ref, errors, isBusy, change, edit, onSubmit } = useForm({
    fields: ['otp'],
    state,
    wrong:
      otp.length === RELEASE_CODE_DIGITS ? {} : { otp: `Enter the ${RELEASE_CODE_DIGITS} digits` },
    async send() {
      const result = await redeem({ ...named, otp });
      if (result.ok) return undefined;
      // After any other failure it may be unknown whether it was redeemed, and the release code is tried again.
      if (result.error.code !== 'voucher_used') return result.error;
      setReleasing(undefined);
      onUsed(result.error);
      return undefined;
    },
    errorsOf: ({ message }) => ({ otp: message }),
  });
  return (
    <form ref={ref} className="stack" noValidate onSubmit={onSubmit}>
      <p role="status">{errorMessage('two_factor_required')}.</p>
      <Field
        label="Release code"
        help={`${RELEASE_CODE_DIGITS} digits, valid for ${RELEASE_CODE_MS / MINUTE_MS} minutes.`}
        error={errors.otp && <span role="alert">{errors.otp}</span>}
      >
        <Input
          ref={focusOnArrival}
          digits
          data-field="otp"
          value={otp}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="go"
          placeholder={'0'.repeat(RELEASE_CODE_DIGITS)}
          readOnly={isBusy}
          // Not by `maxLength`, which would cut what is pasted before the space in it is gone.
          onChange={({ target }) => change({ otp: onlyDigits(target.value, RELEASE_CODE_DIGITS) })}
        />
      </Field>
      <SubmitButton
        disabled={otp === '' || resend.isBusy}
        loading={isBusy}
        loadingLabel="Redeeming"
      >
        Claim
      </SubmitButton>
      <ResendCode resend={resend} isDisabled={isBusy} onResend={() => edit(['otp'])} />
    </form>
  );
}

interface ResendCodeProps {
  readonly resend: Command<[]>;
  readonly isDisabled: boolean;
  readonly onResend: () => void;
}

function ResendCode({ resend, isDisabled, onResend }: ResendCodeProps): ReactElement {
  const { isBusy, failure, run } = resend;
  const isSent = failure?.code === 'two_factor_required';
  return (
    <div className="stack g1">
      {/* Not disabled while it runs, which would drop the keyboard focus. */}
      <TextButton
        disabled={isDisabled}
        aria-busy={isBusy || undefined}
        onClick={() => {
          onResend();
          run();
        }}
      >
        {isBusy ? 'Sending…' : 'Send a new code'}
      </TextButton>
      {isSent && (
        <p className="sm" role="status">
          The creator has been sent a code.
        </p>
      )}
      {failure && !isSent && <Alert tone="bad">{failure.message}</Alert>}
    </div>
  );
}
