import { errorsIn, useForm, type Checked, type FormOptions } from '../../platform/form/use-form.ts';
import { useMoneyOrder, type MoneyOrderSteps } from './money-order.ts';

export interface OrderFormOptions<Field extends string, Values extends object, Draft> extends Pick<
  FormOptions<Field, Values>,
  'fields' | 'affectedBy' | 'errorsOf'
> {
  readonly state: NonNullable<FormOptions<Field, Values>['state']>;
  readonly check: Checked<Field, Draft>;
}

/** Submitting starts the review of an order; a change gives up one that is being checked. */
export function useOrderForm<Field extends string, Values extends object, Draft, Order, Answer>(
  { state: [values, setValues], check, ...options }: OrderFormOptions<Field, Values, Draft>,
  steps: MoneyOrderSteps<Draft, Order, Answer>,
) {
  const form = useForm<Field, Values>({
    ...options,
    state: [
      values,
      (next) => {
        order.correct();
        setValues(next);
      },
    ],
    wrong: errorsIn(check),
    send: () => void (check.ok && order.state.phase === 'editing' && order.review(check.order)),
  });
  const order = useMoneyOrder<Draft, Order, Answer>({ ...steps, onRefused: form.refuse });
  return { form, order };
}
