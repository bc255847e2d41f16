import type { ReactElement } from 'react';

import { errorMessage } from '../../../contract/errors.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import { WALLET_METHOD } from '../../domain/payments/payment-choice.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/action/button.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { CoverField } from '../../domain/vouchers/cover/cover-field.tsx';
import { Columns } from '../../ui/layout/layout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { UploadProgress } from '../../ui/form/upload-progress.tsx';
import { costOf, type GiveawayForm } from './giveaway-form.ts';
import { GiveawayPrize } from './giveaway-prize.tsx';
import { GiveawayReveal } from './giveaway-reveal.tsx';
import { GiveawayTotal } from './giveaway-total.tsx';
import { GiveawayWords } from './giveaway-words.tsx';
import { GiveawayPreview, PaymentPicker, SafetyCard } from './lazy-post.ts';
import { usePostForm, type PostFormParts } from './use-post-form.ts';

const Waiting = (): ReactElement => <Skeleton shape="block" height="14rem" />;

function Methods({ means, picker }: Pick<PostFormParts, 'means' | 'picker'>): ReactElement {
  const { methods, failure, retry } = means;
  if (methods) {
    return <PaymentPicker before={<Waiting />} legend="Pay with" methods={methods} {...picker} />;
  }
  if (!failure) return <Waiting />;
  return <ErrorState title="No payment methods" message={failure.message} onRetry={retry} />;
}

function Pay({ parts }: { readonly parts: PostFormParts }): ReactElement {
  const { form, cover, means, picker, state } = parts;
  const isOffline = useConnectivity() === 'offline';
  const failure = state.phase === 'editing' ? state.failure : undefined;
  const isWallet = picker.form.methodId === WALLET_METHOD;
  return (
    <div className="stack g4">
      <Methods means={means} picker={picker} />
      <GiveawayTotal cost={costOf(form)} currency={form.currency} isShort={isShort(parts)} />
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
      {state.phase === 'creating' && cover.phase === 'ready' && (
        <UploadProgress fraction={state.fraction} />
      )}
      <Button
        type="submit"
        variant="primary"
        size="lg"
        block
        loading={state.phase !== 'editing'}
        loadingLabel={state.phase === 'paying' ? 'Paying' : 'Posting'}
        disabled={isOffline || !means.methods || cover.phase === 'preparing'}
      >
        {isWallet ? 'Post and pay from wallet' : 'Post and pay'}
      </Button>
    </div>
  );
}

/** Whether the wallet is to pay and cannot. */
const isShort = ({ picker: { form, charge, balanceMinor } }: PostFormParts): boolean =>
  form.methodId === WALLET_METHOD &&
  charge !== undefined &&
  balanceMinor !== undefined &&
  balanceMinor < charge.walletMinor;

/** All that a giveaway is, the ticket that comes of it, and how it is paid. */
export function PostForm({ initial }: { readonly initial: GiveawayForm }): ReactElement {
  const parts = usePostForm(initial);
  const { element, form, errors, change, cover, chooseCover, submit } = parts;
  const part = { form, errors, onChange: change };
  return (
    <form ref={element} noValidate onSubmit={submit}>
      <Columns kind="main-side">
        <div className="stack g5">
          <GiveawayPrize {...part} />
          <GiveawayReveal {...part} />
          <SafetyCard before={<Waiting />} method={form.method} maskedDigits={form.maskedDigits} />
          <CoverField
            help="Without one, the cloth of your region."
            cover={cover}
            error={errors.cover}
            onChange={chooseCover}
          />
          <GiveawayWords {...part} />
        </div>
        <aside className="stack g5">
          <GiveawayPreview
            before={<Skeleton shape="block" height="26rem" />}
            form={form}
            cover={cover.phase === 'ready' ? cover.file : undefined}
          />
          <Pay parts={parts} />
        </aside>
      </Columns>
    </form>
  );
}
