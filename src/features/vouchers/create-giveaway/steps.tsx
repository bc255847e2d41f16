import { useEffect, useRef, useState, type ReactElement, type ReactNode } from 'react';
import arrowLeftIcon from 'lucide/dist/esm/icons/arrow-left.mjs';

import { PAYMENT_FIELDS, type PaymentField } from '../../../shared/payments/payment-choice.ts';
import { navigate, useAppLocation, useQuery } from '../../../platform/routing/router.tsx';
import { IconButton } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import type { GiveawayField } from './giveaway-form.ts';
import { cx } from '../../../ui/cx.ts';
import css from './post-voucher.module.css';

export const STEPS = ['prize', 'reveal', 'look', 'pay'] as const;
export type Step = (typeof STEPS)[number];

export const STEP_WORDS = {
  prize: { name: 'Prize', title: 'What is won' },
  reveal: { name: 'Reveal', title: 'How it is won' },
  look: { name: 'Look', title: 'How it looks' },
  pay: { name: 'Pay', title: 'How you pay' },
} as const satisfies Readonly<Record<Step, object>>;

export const STEP_FIELDS = {
  prize: ['amount', 'network'],
  reveal: ['code', 'firstViews', 'secondViews', 'opensAt', 'expiresAt', 'startsAt'],
  look: ['cover', 'adUrl', 'adCopy'],
  pay: PAYMENT_FIELDS,
} as const satisfies Readonly<Record<Step, readonly (GiveawayField | PaymentField)[]>>;

/** The same width as in post-voucher.module.css. */
const NARROW = '(max-width: 61.9375rem)';

export const isInSteps = (): boolean => matchMedia(NARROW).matches;

export const readStep = (query: URLSearchParams): Step =>
  STEPS.find((step) => step === query.get('step')) ?? 'prize';

export const stepPath = (path: string, step: Step): string =>
  step === 'prize' ? path : `${path}?step=${step}`;

export const nextStep = (step: Step): Step => STEPS[STEPS.indexOf(step) + 1] ?? 'pay';
export const stepBefore = (step: Step): Step => STEPS[STEPS.indexOf(step) - 1] ?? 'prize';

export const stepOf = (field: string): Step =>
  STEPS.find((step) => STEP_FIELDS[step].some((one) => one === field)) ?? 'pay';

function useTrail(key: string): () => number {
  const trail = useRef<readonly string[]>([]);
  useEffect(() => {
    const at = trail.current.indexOf(key);
    trail.current = at < 0 ? [...trail.current, key] : trail.current.slice(0, at + 1);
  }, [key]);
  return () => trail.current.length;
}

/** Which step the address names. Each is an entry of the history, so that going back goes one step back. */
export function useSteps() {
  const { path, key } = useAppLocation();
  const named = readStep(useQuery());
  // The step that it is left at stays while the history is taken back to before the form.
  const [last, setLast] = useState<Step>();
  const step = last ?? named;
  const lengthOfTrail = useTrail(key);
  const goTo = (next: Step): void => navigate(stepPath(path, next));
  const goBack = (): void => {
    if (lengthOfTrail() > 1) history.back();
    // Opened here: what lies behind is another page.
    else navigate(stepPath(path, stepBefore(step)), { replace: true });
  };
  /** Goes elsewhere in place of the whole form: the browser's way back leads to what was before it. */
  const leave = (to: string): void => {
    const replace = (): void => navigate(to, { replace: true });
    const behind = lengthOfTrail() - 1;
    if (behind < 1) return replace();
    setLast(step);
    addEventListener('popstate', replace, { once: true });
    return history.go(-behind);
  };
  return { step, goTo, goBack, leave };
}

/** Going back also brings back where one was; any other way to a step begins at the top. */
export function useStepArrival(step: Step, arrive: (isReturn: boolean) => void): void {
  const { cause } = useAppLocation();
  const shown = useRef(step);
  useEffect(() => {
    if (shown.current === step) return;
    shown.current = step;
    arrive(cause === 'pop');
  });
}

export interface StepHeadProps {
  readonly current: Step;
  readonly onBack: () => void;
}

export function StepHead({ current, onBack }: StepHeadProps): ReactElement {
  return (
    <div className={css['stepHead']}>
      <ol className={cx('sm muted', css['steps'])} aria-label="Steps">
        {STEPS.map((step) => (
          <li key={step} aria-current={step === current ? 'step' : undefined}>
            {STEP_WORDS[step].name}
          </li>
        ))}
      </ol>
      <div className={cx('line', css['title'])}>
        {current !== 'prize' && (
          <IconButton
            className={css['back']}
            label={`Back to ${STEP_WORDS[stepBefore(current)].name}`}
            onClick={onBack}
          >
            <Icon of={arrowLeftIcon} />
          </IconButton>
        )}
        <h2 id="step-title" className="no-ring" tabIndex={-1}>
          {STEP_WORDS[current].title}
        </h2>
      </div>
    </div>
  );
}

export interface StepSectionProps {
  readonly step: Step;
  readonly current: Step;
  readonly children: ReactNode;
}

export function StepSection({ step, current, children }: StepSectionProps): ReactElement {
  const { title } = STEP_WORDS[step];
  return (
    <section
      className={css['section']}
      data-current={step === current ? '' : undefined}
      aria-label={title}
    >
      <h2 className={css['heading']}>{title}</h2>
      {children}
    </section>
  );
}
