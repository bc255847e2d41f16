import { useState, type ReactElement, type ReactNode } from 'react';
import chevronDownIcon from 'lucide/dist/esm/icons/chevron-down.mjs';

import { Icon } from '../../ui/icon.tsx';
import css from './fairness.module.css';

export interface FoldProps {
  readonly title: string;
  /** Made when it is opened. */
  readonly children: ReactNode;
}

/** Details for those who want them: closed until its title is pressed. */
export function Fold({ title, children }: FoldProps): ReactElement {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details
      className={css['fold']}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary>
        <h2>{title}</h2>
        <Icon of={chevronDownIcon} />
      </summary>
      {isOpen && <div className="stack g3">{children}</div>}
    </details>
  );
}
