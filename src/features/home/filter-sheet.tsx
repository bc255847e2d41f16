import { useState, type FormEvent, type ReactElement } from 'react';

import { AmountInput } from '../../ui/form/amount-input.tsx';
import { Button } from '../../ui/action/button.tsx';
import { Field } from '../../ui/form/field.tsx';
import { Input } from '../../ui/form/input.tsx';
import { Grid } from '../../ui/layout/layout.tsx';
import { Select } from '../../ui/form/select.tsx';
import { Sheet } from '../../ui/overlay/sheet.tsx';
import { NO_FILTERS, type HomeFilters, type SortBy, type SortOrder } from './home-filters.ts';

export interface FilterSheetProps {
  readonly open: boolean;
  readonly filters: HomeFilters;
  readonly onApply: (filters: HomeFilters) => void;
  readonly onClose: () => void;
}

/** No voucher comes near; more digits would only be a slip of the finger. */
const AMOUNT_MAX_DIGITS = 12;

const textOf = (amount: number | undefined): string => (amount === undefined ? '' : String(amount));
const amountOf = (text: string): number | undefined =>
  text === '' ? undefined : Number(text.slice(0, AMOUNT_MAX_DIGITS));

/** Sorting and filtering of the list on home. */
export function FilterSheet({ open, onClose, ...rest }: FilterSheetProps): ReactElement {
  return (
    <Sheet open={open} onClose={onClose} title="Sort and filter">
      <FilterForm {...rest} />
    </Sheet>
  );
}

/** Begins with the filters of the moment each time the sheet opens. */
function FilterForm({
  filters,
  onApply,
}: Pick<FilterSheetProps, 'filters' | 'onApply'>): ReactElement {
  const [draft, setDraft] = useState(filters);
  const change = (changed: Partial<HomeFilters>): void => setDraft({ ...draft, ...changed });
  const isReversed = draft.min !== undefined && draft.max !== undefined && draft.min > draft.max;
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReversed) onApply({ ...draft, creator: draft.creator.trim() });
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
          value={draft.creator}
          onChange={(event) => change({ creator: event.target.value })}
        />
      </Field>
      <Grid columns={2}>
        <Field label="Minimum">
          <AmountInput
            currency=""
            value={textOf(draft.min)}
            onValueChange={(text) => change({ min: amountOf(text) })}
          />
        </Field>
        <Field label="Maximum" error={isReversed && 'Less than the minimum'}>
          <AmountInput
            currency=""
            value={textOf(draft.max)}
            onValueChange={(text) => change({ max: amountOf(text) })}
          />
        </Field>
      </Grid>
      <SortFields draft={draft} onChange={change} />
      <Grid columns={2}>
        <Button size="lg" onClick={() => setDraft({ ...NO_FILTERS, type: filters.type })}>
          Reset
        </Button>
        <Button type="submit" variant="primary" size="lg">
          Show vouchers
        </Button>
      </Grid>
    </form>
  );
}

interface SortFieldsProps {
  readonly draft: HomeFilters;
  readonly onChange: (changed: Partial<HomeFilters>) => void;
}

function SortFields({ draft, onChange }: SortFieldsProps): ReactElement {
  const isByDate = draft.sortBy === 'created_at';
  return (
    <Grid columns={2}>
      <Field label="Sort by">
        <Select
          value={draft.sortBy}
          onChange={(event) => onChange({ sortBy: event.target.value as SortBy })}
        >
          <option value="amount">Amount</option>
          <option value="created_at">Date posted</option>
          <option value="views">Views</option>
        </Select>
      </Field>
      <Field label="Order">
        <Select
          value={draft.sortOrder}
          onChange={(event) => onChange({ sortOrder: event.target.value as SortOrder })}
        >
          <option value="desc">{isByDate ? 'Newest first' : 'Most first'}</option>
          <option value="asc">{isByDate ? 'Oldest first' : 'Least first'}</option>
        </Select>
      </Field>
    </Grid>
  );
}
