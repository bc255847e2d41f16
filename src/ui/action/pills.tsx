import type { ReactElement, ReactNode } from 'react';
import { cx } from '../cx.ts';
import css from './pills.module.css';

export interface PillOption<Value extends string> {
  readonly value: Value;
  readonly label: ReactNode;
}

export interface PillsProps<Value extends string> {
  readonly label: string;
  readonly options: readonly PillOption<Value>[];
  readonly value: Value;
  readonly onChange: (value: Value) => void;
  /** Wraps instead of scrolling sideways. */
  readonly wrap?: boolean;
}

/** A single choice as a row of buttons; at most one is pressed. */
export function Pills<Value extends string>(props: PillsProps<Value>): ReactElement {
  const { label, options, value, onChange, wrap } = props;
  return (
    <div className={cx(css['pills'], wrap && css['wrap'])} role="group" aria-label={label}>
      {options.map((option) => (
        <button
          key={option.value}
          type="button"
          className={cx('edged inline', css['pill'])}
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.label}
        </button>
      ))}
    </div>
  );
}
