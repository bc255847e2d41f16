import type { ReactElement } from 'react';

import { Button } from '../../../ui/action/button.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { Pills } from '../../../ui/action/pills.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './filter-panel.module.css';
import {
  FILTER_STATUSES,
  FILTER_TYPES,
  FIRST_DAY,
  isBackwards,
  NO_FILTERS,
  type HistoryFilters,
} from './history-filters.ts';

const BACKWARDS = 'The end must not be before the start';
const ALL = { value: 'all', label: 'All' } as const;

export interface FilterPanelProps {
  readonly id: string;
  readonly filters: HistoryFilters;
  /** `replace` while a date is typed, so that going back does not undo each key. */
  readonly onChange: (filters: HistoryFilters, options?: { readonly replace: boolean }) => void;
}

export function FilterPanel({ id, filters, onChange }: FilterPanelProps): ReactElement {
  return (
    <Card id={id} className="stack g3" aria-label="Filters">
      <div className={css['pills']}>
        <Choice
          label="Type"
          options={FILTER_TYPES}
          value={filters.type}
          onChange={(type) => onChange({ ...filters, type })}
        />
        <Choice
          label="Status"
          options={FILTER_STATUSES}
          value={filters.status}
          onChange={(status) => onChange({ ...filters, status })}
        />
      </div>
      <div className={css['dates']}>
        <Dates filters={filters} onChange={onChange} />
        <Button variant="line" onClick={() => onChange(NO_FILTERS)}>
          Reset Filters
        </Button>
      </div>
    </Card>
  );
}

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly value: T | undefined;
  readonly onChange: (value: T | undefined) => void;
}

function Choice<T extends string>(props: ChoiceProps<T>): ReactElement {
  const { label, options, value, onChange } = props;
  return (
    <div className="stack g1">
      <p className={cx('sm semi', css['legend'])}>{label}</p>
      <Pills
        wrap
        label={label}
        options={[ALL, ...options]}
        value={value ?? 'all'}
        onChange={(next) => onChange(next === 'all' ? undefined : next)}
      />
    </div>
  );
}

function Dates({ filters, onChange }: Omit<FilterPanelProps, 'id'>): ReactElement {
  const isAlone = (filters.from === '') !== (filters.to === '');
  return (
    <div className="stack g1">
      <div className={css['range']}>
        {(['from', 'to'] as const).map((end) => (
          <Field
            key={end}
            label={end === 'from' ? 'From' : 'To'}
            error={end === 'to' && isBackwards(filters) ? BACKWARDS : undefined}
          >
            <Input
              type="date"
              min={FIRST_DAY}
              value={filters[end]}
              onChange={({ target }) =>
                onChange({ ...filters, [end]: target.value }, { replace: true })
              }
            />
          </Field>
        ))}
      </div>
      <p className="xs muted" role="status">
        {isAlone && 'Set both dates to filter by them.'}
      </p>
    </div>
  );
}
