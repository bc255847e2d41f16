import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type FormEvent,
  type ReactElement,
} from 'react';

import type { Currency } from '../../../../contract/money.ts';
import type { SafetyTerms } from '../../../../contract/vouchers/giveaway-safety.ts';
import type { GiveawayDraft } from '../../../../local/giveaway-draft.ts';
import { WALLET_METHOD, walletProblem } from '../../../shared/payments/payment-choice.ts';
import { newVoucherPath } from '../create/pay-voucher.ts';
import { CreatePage, FormSkeleton, PaymentMethods } from '../create/create-page.tsx';
import { fetchNewVoucher } from '../create/use-create-and-pay.ts';
import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { Button, TextButton } from '../../../ui/action/button.tsx';
import { Fold } from '../../../ui/display/fold.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { StickyFoot } from '../../../ui/layout/layout.tsx';
import { readDraft } from './draft.ts';
import { entryRuleOf } from './giveaway-form.ts';
import { GiveawayLook, GiveawayPrize } from './giveaway-fields.tsx';
import { GiveawayReveal } from './reveal/giveaway-reveal.tsx';
import { GiveawayTotal, MiniTicket, PostOutcome } from './giveaway-total.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './post-voucher.module.css';
import {
  StepHead,
  StepSection,
  isInSteps,
  nextStep,
  STEP_FIELDS,
  STEP_WORDS,
  stepOf,
  type Step,
  useStepArrival,
  useSteps,
} from './steps.tsx';
import { usePostForm, type PostFormParts } from './use-post-form.ts';

// The form can be filled in before what explains a giveaway is there.
const GiveawayPreview = lazyComponent(
  async () => (await import('./giveaway-preview.tsx')).GiveawayPreview,
);
const Safety = lazyComponent(async () => (await import('./reveal/safety.tsx')).Safety);

export default function PostVoucherPage(): ReactElement {
  useRefresh((worker) => worker.refreshUser(), []);
  return (
    <CreatePage title="Post a giveaway">
      {(currency) => <DraftedForm currency={currency} />}
    </CreatePage>
  );
}

function DraftedForm({ currency }: Pick<PostFormProps, 'currency'>): ReactElement {
  const [read, setRead] = useState<Pick<PostFormProps, 'draft'>>();
  useEffect(() => {
    void readDraft().then((draft) => setRead({ draft }));
  }, []);
  return read ? <PostForm currency={currency} draft={read.draft} /> : <FormSkeleton />;
}

interface PostFormProps {
  readonly currency: Currency;
  readonly draft: GiveawayDraft | undefined;
}

/** Whether the wallet is to pay and cannot. Once it has paid, what is left of it says nothing. */
const isShort = ({ state, picker }: PostFormParts): boolean =>
  state.phase === 'editing' &&
  picker.form.methodId === WALLET_METHOD &&
  walletProblem(picker) !== undefined;

function usePosting({ currency, draft }: PostFormProps) {
  const [isRestored, setIsRestored] = useState(draft !== undefined);
  const wanted = useRef<() => void>(undefined);
  const { step, goTo, goBack, leave } = useSteps();
  const parts = usePostForm(currency, draft, (field, focus) => {
    if (!isInSteps() || stepOf(field) === step) return focus();
    wanted.current = focus;
    goTo(stepOf(field));
  });
  const { state, form } = parts;
  const paid = state.phase === 'paid' ? state.ulid : undefined;
  const showPaid = useEffectEvent(async (ulid: string) => {
    await fetchNewVoucher();
    leave(newVoucherPath(ulid));
  });
  useEffect(() => {
    if (paid !== undefined) void showPaid(paid);
  }, [paid]);
  useStepArrival(step, (isReturn) => {
    if (!isReturn) scrollTo(0, 0);
    const title = form.ref.current?.querySelector<HTMLElement>('#step-title');
    if (wanted.current) wanted.current();
    else title?.focus({ preventScroll: true });
    wanted.current = undefined;
  });
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    if (step === 'pay' || !isInSteps()) return form.onSubmit(event);
    event.preventDefault();
    if (form.check(STEP_FIELDS[step])) goTo(nextStep(step));
  };
  const startOver = (): void => {
    parts.clear();
    setIsRestored(false);
    if (step !== 'prize') goTo('prize');
  };
  return { parts, step, goBack, submit, isRestored, startOver };
}

interface GoOnProps {
  readonly parts: PostFormParts;
  readonly isOffline: boolean;
  readonly step?: Step;
}

function GoOn({ parts, isOffline, step = 'pay' }: GoOnProps): ReactElement {
  const { state, means, cover } = parts;
  const isLast = step === 'pay';
  return (
    <Button
      type="submit"
      variant="primary"
      size="lg"
      loading={isLast && state.phase !== 'editing'}
      loadingLabel={state.phase === 'creating' ? 'Posting' : 'Paying'}
      disabled={isLast && (isOffline || !means.methods || cover.phase === 'preparing')}
    >
      {isLast ? 'Post and pay' : `Next: ${STEP_WORDS[nextStep(step)].name}`}
    </Button>
  );
}

function SafetyFold({ method, maskedDigits, entryRule }: SafetyTerms): ReactElement {
  const terms = { method, maskedDigits, entryRule };
  return (
    <Fold title="How safe is this?">
      <Safety before={<Skeleton height="8rem" />} {...terms} />
    </Fold>
  );
}

function PostForm(props: PostFormProps): ReactElement {
  const { parts, step, goBack, submit, isRestored, startOver } = usePosting(props);
  const isOffline = useConnectivity() === 'offline';
  const { cover, chooseCover, means, picker, state } = parts;
  const { ref, values, errors, failure, change } = parts.form;
  const part = { form: values, errors, onChange: change };
  const shown = { form: values, cover: cover.phase === 'ready' ? cover.file : undefined };
  return (
    <form ref={ref} className={css['form']} noValidate onSubmit={submit}>
      {isRestored && state.phase === 'editing' && (
        <p className="split sm">
          This is the draft that you left here.
          <TextButton onClick={startOver}>Start over</TextButton>
        </p>
      )}
      <StepHead current={step} onBack={goBack} />
      <div className={css['layout']} data-step={step}>
        <div className={css['main']} inert={state.phase !== 'editing'}>
          <StepSection step="prize" current={step}>
            <GiveawayPrize {...part} />
          </StepSection>
          <StepSection step="reveal" current={step}>
            <GiveawayReveal {...part} />
            <SafetyFold {...values} entryRule={entryRuleOf(values)} />
          </StepSection>
          <StepSection step="look" current={step}>
            <GiveawayLook {...part} cover={cover} onCover={chooseCover} />
          </StepSection>
          <StepSection step="pay" current={step}>
            <PaymentMethods legend="Pay with" means={means} picker={picker} />
            <p className="xs muted">
              The winner gets the whole prize. Half of the fee goes to the ten people who share it
              most.
            </p>
          </StepSection>
        </div>
        <div className={css['side']}>
          <div className={css['preview']}>
            <GiveawayPreview before={<Skeleton height="31.75rem" />} {...shown} />
          </div>
          <div className={css['cost']}>
            <GiveawayTotal form={values} isShort={isShort(parts)} />
            <PostOutcome
              state={state}
              failure={failure}
              hasCover={cover.phase === 'ready'}
              isOffline={isOffline}
            />
            <div className={css['wide']}>
              <GoOn parts={parts} isOffline={isOffline} />
            </div>
          </div>
        </div>
      </div>
      <div className={css['foot']}>
        <StickyFoot>
          <div className={cx('cluster', css['bar'])}>
            <MiniTicket {...shown} />
            <GoOn parts={parts} isOffline={isOffline} step={step} />
          </div>
        </StickyFoot>
      </div>
    </form>
  );
}
