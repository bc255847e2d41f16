import { useState, type ReactElement, type ReactNode } from 'react';
import chevronDownIcon from 'lucide/dist/esm/icons/chevron-down.mjs';

import { Icon } from '../../../ui/icon.tsx';
import css from './fold.module.css';

export interface FoldProps {
  readonly title: string;
  /** Made when it is opened. */
  readonly children: ReactNode;
}

/** Something for those who want it: closed until its title is pressed. */
export function Fold({ title, children }: FoldProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={css['fold']}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <span className="grow semi">{title}</span>
        <Icon of={chevronDownIcon} size="sm" />
      </summary>
      {isOpen && children}
    </details>
  );
}
