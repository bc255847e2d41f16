import type { ReactElement, ReactNode } from 'react';
import arrowLeftIcon from 'lucide/dist/esm/icons/arrow-left.mjs';

import { IconButton } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import css from './post-form.module.css';
import { stepBefore, STEP_NAMES, STEP_TITLES, STEPS, type Step } from './steps.ts';

export interface StepHeadProps {
  readonly current: Step;
  readonly onBack: () => void;
}

/** Where in the form one is, what is asked there, and the way back; where one step is shown at a time. */
export function StepHead({ current, onBack }: StepHeadProps): ReactElement {
  return (
    <div className={css['stepHead']}>
      <ol className={css['steps']} aria-label="Steps">
        {STEPS.map((step) => (
          <li key={step} aria-current={step === current ? 'step' : undefined}>
            {STEP_NAMES[step]}
          </li>
        ))}
      </ol>
      <div className={css['title']}>
        {current !== 'prize' && (
          <IconButton
            className={css['back']}
            label={`Back to ${STEP_NAMES[stepBefore(current)]}`}
            onClick={onBack}
          >
            <Icon of={arrowLeftIcon} />
          </IconButton>
        )}
        <h2 id="step-title" tabIndex={-1}>
          {STEP_TITLES[current]}
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

/** One step, and where all are shown a section of the form. */
export function StepSection({ step, current, children }: StepSectionProps): ReactElement {
  return (
    <section
      className={css['section']}
      data-current={step === current ? '' : undefined}
      aria-label={STEP_TITLES[step]}
    >
      <h2 className={css['heading']}>{STEP_TITLES[step]}</h2>
      {children}
    </section>
  );
}
