import { PAYMENT_FIELDS } from '../../domain/payments/payment-choice.ts';

/** A giveaway is written in these steps where the screen is narrow, and all at once where it is wide. */
export const STEPS = ['prize', 'reveal', 'look', 'pay'] as const;
export type Step = (typeof STEPS)[number];

export const STEP_NAMES: Readonly<Record<Step, string>> = {
  prize: 'Prize',
  reveal: 'Reveal',
  look: 'Look',
  pay: 'Pay',
};

/** What each is about, over its fields. */
export const STEP_TITLES: Readonly<Record<Step, string>> = {
  prize: 'What is won',
  reveal: 'How it is won',
  look: 'How it looks',
  pay: 'How you pay',
};

/** Fields of the form, from top to bottom. */
const FIELDS: Readonly<Record<Step, readonly string[]>> = {
  prize: ['amount', 'network'],
  reveal: ['code', 'firstViews', 'secondViews', 'opensAt', 'expiresAt'],
  look: ['cover', 'adUrl', 'adCopy'],
  pay: PAYMENT_FIELDS,
};

/** The same width as in post-form.module.css. */
const NARROW = '(max-width: 61.9375rem)';

/** Whether the screen shows one step at a time. */
export const isInSteps = (): boolean => matchMedia(NARROW).matches;

/** From the query of the address; the first step where it names none. */
export const readStep = (query: URLSearchParams): Step =>
  STEPS.find((step) => step === query.get('step')) ?? 'prize';

export const stepPath = (path: string, step: Step): string =>
  step === 'prize' ? path : `${path}?step=${step}`;

export const nextStep = (step: Step): Step => STEPS[STEPS.indexOf(step) + 1] ?? 'pay';
export const stepBefore = (step: Step): Step => STEPS[STEPS.indexOf(step) - 1] ?? 'prize';

export const stepOf = (field: string): Step =>
  STEPS.find((step) => FIELDS[step].includes(field)) ?? 'pay';

/** The first thing that is wrong, from top to bottom. */
export const firstFault = (errors: object): string | undefined =>
  STEPS.flatMap((step) => FIELDS[step]).find((field) => field in errors);

/** What is wrong in one step. */
export const faultsIn = <Errors extends object>(errors: Errors, step: Step): Partial<Errors> =>
  Object.fromEntries(
    Object.entries(errors).filter(([field]) => FIELDS[step].includes(field)),
  ) as Partial<Errors>;
