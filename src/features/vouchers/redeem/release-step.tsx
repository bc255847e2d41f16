import { useEffect, useRef, useState, type FormEvent, type ReactElement } from 'react';

import { onlyDigits } from '../../../../contract/plain-text.ts';
import { RELEASE_CODE_DIGITS, RELEASE_CODE_MS } from '../../../../contract/constants.ts';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Button, TextButton } from '../../../ui/action/button.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import type { Redeeming } from './use-redeem.ts';

function ResendCode({ redeeming }: { readonly redeeming: Redeeming }): ReactElement {
  const { state, resend } = redeeming;
  const asked = state.phase === 'release' ? state.resend : undefined;
  const isRunning = asked?.phase === 'running';
  return (
    <div className="stack g1">
      {/* Not disabled while it runs, which would drop the keyboard focus. */}
      <TextButton
        disabled={state.phase === 'processing'}
        aria-busy={isRunning || undefined}
        onClick={() => void resend()}
      >
        {isRunning ? 'Sending…' : 'Send a new code'}
      </TextButton>
      {asked?.phase === 'sent' && (
        <p className="sm" role="status">
          The creator has been sent a code.
        </p>
      )}
      {asked?.phase === 'failed' && <Alert tone="bad">{asked.message}</Alert>}
    </div>
  );
}

export function ReleaseStep({ redeeming }: { readonly redeeming: Redeeming }): ReactElement {
  const [otp, setOtp] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const { state, clear, release } = redeeming;
  const isBusy = state.phase === 'processing';
  const problem = state.phase === 'release' ? state.problem : undefined;
  const isResending = state.phase === 'release' && state.resend?.phase === 'running';
  useEffect(() => field.current?.focus(), []);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isBusy) void release(otp);
  };
  return (
    <form className="stack" onSubmit={submit}>
      <p role="status">{errorMessage('two_factor_required')}.</p>
      <Field
        label="Release code"
        help={`${RELEASE_CODE_DIGITS} digits, valid for ${RELEASE_CODE_MS / MINUTE_MS} minutes.`}
        error={problem !== undefined && <span role="alert">{problem}</span>}
      >
        <Input
          ref={field}
          digits
          value={otp}
          inputMode="numeric"
          autoComplete="one-time-code"
          enterKeyHint="go"
          placeholder={'0'.repeat(RELEASE_CODE_DIGITS)}
          readOnly={isBusy}
          onChange={({ target }) => {
            // Not by `maxLength`, which would cut what is pasted before the space in it is gone.
            setOtp(onlyDigits(target.value, RELEASE_CODE_DIGITS));
            clear();
          }}
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        disabled={otp === '' || isResending}
        loading={isBusy}
        loadingLabel="Redeeming"
      >
        Claim
      </Button>
      <ResendCode redeeming={redeeming} />
    </form>
  );
}
