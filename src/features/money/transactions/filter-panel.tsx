import type { ReactElement } from 'react';

import type { Transaction } from '../../../../contract/wallet.ts';
import { Button } from '../../../ui/action/button.tsx';
import { Card } from '../../../ui/layout/layout.tsx';
import { Field } from '../../../ui/form/field.tsx';
import { Input } from '../../../ui/form/input.tsx';
import { Pills, type PillOption } from '../../../ui/action/pills.tsx';
import css from './filter-panel.module.css';
import {
  FIRST_DAY,
  isBackwards,
  NO_FILTERS,
  type FilterType,
  type HistoryFilters,
} from './history-filters.ts';

const TYPES: readonly PillOption<FilterType | 'all'>[] = [
  { value: 'all', label: 'All' },
  { value: 'topup', label: 'Topup' },
  { value: 'withdrawal', label: 'Withdrawal' },
  { value: 'airtime', label: 'Airtime' },
  { value: 'bill', label: 'Bill' },
  { value: 'voucher_payment', label: 'Voucher Payment' },
  { value: 'voucher_win', label: 'Voucher Win' },
];
const STATUSES: readonly PillOption<Transaction['status'] | 'all'>[] = [
  { value: 'all', label: 'All' },
  { value: 'completed', label: 'Completed' },
  { value: 'pending', label: 'Pending' },
  { value: 'failed', label: 'Failed' },
  { value: 'processing', label: 'Processing' },
];

export interface FilterPanelProps {
  readonly id: string;
  readonly filters: HistoryFilters;
  /** `replace` while a date is typed, so that going back does not undo each key. */
  readonly onChange: (filters: HistoryFilters, options?: { readonly replace: boolean }) => void;
}

const notAll = <T extends string>(value: T | 'all'): T | undefined =>
  value === 'all' ? undefined : value;

export function FilterPanel({ id, filters, onChange }: FilterPanelProps): ReactElement {
  return (
    <Card id={id} className="stack g3" aria-label="Filters">
      <div className={css['pills']}>
        <div className="stack g1">
          <p className={css['legend']}>Type</p>
          <Pills
            wrap
            label="Type"
            options={TYPES}
            value={filters.type ?? 'all'}
            onChange={(type) => onChange({ ...filters, type: notAll(type) })}
          />
        </div>
        <div className="stack g1">
          <p className={css['legend']}>Status</p>
          <Pills
            wrap
            label="Status"
            options={STATUSES}
            value={filters.status ?? 'all'}
            onChange={(status) => onChange({ ...filters, status: notAll(status) })}
          />
        </div>
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

function Dates({ filters, onChange }: Omit<FilterPanelProps, 'id'>): ReactElement {
  const isAlone = (filters.from === '') !== (filters.to === '');
  const error = isBackwards(filters) ? 'The end must not be before the start' : undefined;
  const change = (part: Partial<HistoryFilters>): void =>
    onChange({ ...filters, ...part }, { replace: true });
  return (
    <div className="stack g1">
      <div className={css['range']}>
        <Field label="From">
          <Input
            type="date"
            min={FIRST_DAY}
            value={filters.from}
            onChange={({ target }) => change({ from: target.value })}
          />
        </Field>
        <Field label="To" error={error}>
          <Input
            type="date"
            min={FIRST_DAY}
            value={filters.to}
            onChange={({ target }) => change({ to: target.value })}
          />
        </Field>
      </div>
      <p className="xs muted" role="status">
        {isAlone && 'Set both dates to filter by them.'}
      </p>
    </div>
  );
}
