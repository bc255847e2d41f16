import { useId, useRef, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import { moveIndex } from './move-index.ts';
import css from './tabs.module.css';

export interface Tab<Id extends string> {
  readonly id: Id;
  readonly label: ReactNode;
}

export interface TabsProps<Id extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly selected: Id;
  readonly onSelect: (id: Id) => void;
  readonly children: ReactNode;
}

/** Tabs over one panel; arrow keys, Home and End move between them. */
export function Tabs<Id extends string>(props: TabsProps<Id>): ReactElement {
  const { label, tabs, selected, onSelect, children } = props;
  const base = useId();
  const list = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const current = tabs.findIndex(({ id }) => id === selected);
    const next = moveIndex(event.key, current, tabs.length, 'horizontal');
    const tab = next === undefined ? undefined : tabs[next];
    if (!tab || next === undefined) return;
    event.preventDefault();
    onSelect(tab.id);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  };
  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/interactive-supports-focus -- the focus is always on one of its tabs */}
      <div className={css['tabs']} role="tablist" aria-label={label} ref={list} onKeyDown={move}>
        {tabs.map(({ id, label: tabLabel }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`${base}${id}`}
            className={cx('inline', css['tab'])}
            aria-selected={id === selected}
            aria-controls={`${base}panel`}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
          >
            {tabLabel}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${base}panel`} aria-labelledby={`${base}${selected}`}>
        {children}
      </div>
    </>
  );
}
