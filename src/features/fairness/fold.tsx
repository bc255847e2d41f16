import type { ReactElement, ReactNode } from 'react';
import chevronDownIcon from 'lucide/dist/esm/icons/chevron-down.mjs';

import { Icon } from '../../ui/icon.tsx';
import css from './fairness.module.css';

export interface FoldProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** Details for those who want them: closed until its title is pressed. */
export function Fold({ title, children }: FoldProps): ReactElement {
  return (
    <details className={css['fold']}>
      <summary>
        <h2>{title}</h2>
        <Icon of={chevronDownIcon} />
      </summary>
      <div className="stack g3">{children}</div>
    </details>
  );
}
