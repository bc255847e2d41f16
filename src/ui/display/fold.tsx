import { useState, type ReactElement, type ReactNode } from 'react';
import chevronDownIcon from 'lucide/dist/esm/icons/chevron-down.mjs';

import { cx } from '../cx.ts';
import { Icon } from '../icon.tsx';
import css from './fold.module.css';

export interface FoldProps {
  readonly title: string;
  /** Whether it is a section with a heading and its own surface. */
  readonly isSection?: boolean;
  /** Something inside must be seen, such as what is wrong with a field. */
  readonly mustOpen?: boolean;
  /** The content is mounted when it is opened. */
  readonly children: ReactNode;
}

/** Content that is hidden until its title is pressed. */
export function Fold(props: FoldProps): ReactElement {
  const { title, isSection = false, mustOpen = false, children } = props;
  const [isOpen, setIsOpen] = useState(false);
  if (mustOpen && !isOpen) setIsOpen(true);
  return (
    <details
      open={isOpen}
      className={cx(css['fold'], isSection && css['section'])}
      onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}
    >
      <summary className="line apart">
        {isSection ? <h2 className="lg">{title}</h2> : <span className="semi">{title}</span>}
        {isSection ? <Icon of={chevronDownIcon} /> : <Icon of={chevronDownIcon} size="sm" />}
      </summary>
      {isOpen && (isSection ? <div className="stack g3">{children}</div> : children)}
    </details>
  );
}
