import { Suspense, useState, type FormEvent, type ReactElement } from 'react';

import { errorMessage } from '../../../contract/errors.ts';
import { amountOf, CURRENCIES, currencySymbol } from '../../../contract/money.ts';
import type { RevealMethod } from '../../../contract/vouchers.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { readViewerRates } from '../../shared/rates/viewer-rates.ts';
import { AmountInput, Input, Select } from '../../ui/form/input.tsx';
import { Button } from '../../ui/action/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Grid } from '../../ui/layout/layout.tsx';
import { Sheet } from '../../ui/overlay/sheet.tsx';
import {
  DEFAULT_ORDER,
  filtersOf,
  NAMED_ORDERS,
  REVEAL_METHODS,
  type ChosenFilters,
  type HomeFilters,
} from './home-filters.ts';

interface FilterSheetProps {
  readonly open: boolean;
  readonly filters: HomeFilters;
  readonly onApply: (filters: HomeFilters) => void;
  readonly onClose: () => void;
}

/** No voucher comes near; more would only be a slip of the finger. */
const BOUND_MAX_MAJOR = 999_999_999_999;

interface Draft extends Omit<ChosenFilters, 'min_amount' | 'max_amount'> {
  readonly min: string;
  readonly max: string;
}

const draftOf = ({ min_amount: min, max_amount: max, ...rest }: HomeFilters): Draft => ({
  ...rest,
  min: String(min ?? ''),
  max: String(max ?? ''),
});

/** Undefined for no bound, false for a text that is none. */
const boundOf = (text: string): number | undefined | false => {
  if (text === '') return undefined;
  const bound = amountOf(text);
  return bound <= BOUND_MAX_MAJOR && bound;
};

export function FilterSheet({ open, onClose, ...rest }: FilterSheetProps): ReactElement {
  return (
    <Sheet open={open} onClose={onClose} title="Sort and filter">
      <FilterForm {...rest} />
    </Sheet>
  );
}

function FilterForm({
  filters,
  onApply,
}: Pick<FilterSheetProps, 'filters' | 'onApply'>): ReactElement {
  const [draft, setDraft] = useState(() => draftOf(filters));
  const change = (changed: Partial<Draft>): void => setDraft({ ...draft, ...changed });
  const [min, max] = [boundOf(draft.min), boundOf(draft.max)];
  const isReversed = Number(min) > Number(max ?? Infinity);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (min === false || max === false || isReversed) return;
    const hasBounds = min !== undefined || max !== undefined;
    onApply(
      filtersOf({
        ...draft,
        min_amount: min,
        max_amount: max,
        creator_name: draft.creator_name?.trim(),
        amount_currency: hasBounds ? draft.amount_currency : undefined,
      }),
    );
  };
  return (
    <form className="stack" onSubmit={submit}>
      <Field label="Creator">
        <Input
          type="search"
          autoCapitalize="none"
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          placeholder="Part of a username"
          value={draft.creator_name ?? ''}
          onChange={({ target }) => change({ creator_name: target.value })}
        />
      </Field>
      <KindFields draft={draft} onChange={change} />
      <Suspense>
        <Bounds
          draft={draft}
          minProblem={min === false && errorMessage('amount_invalid')}
          maxProblem={
            max === false ? errorMessage('amount_invalid') : isReversed && 'Less than the minimum'
          }
          onChange={change}
        />
      </Suspense>
      {draft.currency === undefined && (
        <p className="xs muted">Prizes in other currencies count by what they are worth.</p>
      )}
      <OrderField draft={draft} onChange={change} />
      <Grid columns={2}>
        <Button size="lg" onClick={() => setDraft(draftOf(filtersOf({ type: filters.type })))}>
          Reset
        </Button>
        <Button type="submit" variant="primary" size="lg">
          Show vouchers
        </Button>
      </Grid>
    </form>
  );
}

interface DraftProps {
  readonly draft: Draft;
  readonly onChange: (changed: Partial<Draft>) => void;
}

const WAYS: Readonly<Record<RevealMethod, string>> = {
  views: 'As views come in',
  time: 'When time is up',
  lottery: 'Lottery',
};

function KindFields({ draft, onChange }: DraftProps): ReactElement {
  return (
    <Grid columns={2}>
      <Field label="Currency">
        <Select
          value={draft.currency ?? ''}
          onChange={({ target }) => {
            // The bounds follow it: what was typed counts in the currency that now stands beside it.
            const currency = CURRENCIES.find((one) => one === target.value);
            onChange({ currency, amount_currency: undefined });
          }}
          options={[
            ['', 'Any'],
            ...CURRENCIES.map(
              (currency) => [currency, `${currency} ${currencySymbol(currency)}`] as const,
            ),
          ]}
        />
      </Field>
      <Field label="Digits open">
        <Select
          value={draft.reveal_method ?? ''}
          onChange={({ target }) =>
            onChange({ reveal_method: REVEAL_METHODS.find((method) => method === target.value) })
          }
          options={[
            ['', 'Any way'],
            ...REVEAL_METHODS.map((method) => [method, WAYS[method]] as const),
          ]}
        />
      </Field>
    </Grid>
  );
}

/** In the currency of the prizes where one is chosen, else in the viewer's; in that of a shared address where it names one. */
function Bounds({
  draft,
  minProblem,
  maxProblem,
  onChange,
}: DraftProps & {
  readonly minProblem: string | false;
  readonly maxProblem: string | false;
}): ReactElement {
  const viewer = useLive(readViewerRates, []);
  const own = viewer.data?.currency;
  const currency = draft.amount_currency ?? draft.currency ?? own;
  return (
    <Grid columns={2}>
      <Field label="Minimum" error={minProblem}>
        <AmountInput
          currency={currency ?? ''}
          value={draft.min}
          onValueChange={(min) => onChange({ min, amount_currency: currency })}
        />
      </Field>
      <Field label="Maximum" error={maxProblem}>
        <AmountInput
          currency={currency ?? ''}
          value={draft.max}
          onValueChange={(max) => onChange({ max, amount_currency: currency })}
        />
      </Field>
    </Grid>
  );
}

function OrderField({ draft, onChange }: DraftProps): ReactElement {
  const { sort_by = DEFAULT_ORDER.sort_by, sort_order = DEFAULT_ORDER.sort_order } = draft;
  const chosen = NAMED_ORDERS.findIndex(
    (order) => order.sort_by === sort_by && order.sort_order === sort_order,
  );
  return (
    <Field label="Show first">
      <Select
        value={chosen}
        onChange={(event) => {
          const order = NAMED_ORDERS[Number(event.target.value)];
          if (order) onChange({ sort_by: order.sort_by, sort_order: order.sort_order });
        }}
        options={NAMED_ORDERS.map(({ name }, index) => [index, name])}
      />
    </Field>
  );
}
