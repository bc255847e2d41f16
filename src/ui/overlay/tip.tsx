import { useId, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import circleQuestionMarkIcon from 'lucide/dist/esm/icons/circle-question-mark.mjs';
import { cx } from '../cx.ts';
import { IconButton } from '../action/icon-button.tsx';
import { TextButton } from '../action/text-button.tsx';
import css from './tip.module.css';
import { Icon } from '../icon.tsx';

export interface TipProps {
  /** Where what it speaks of stands. */
  readonly points?: 'down' | 'up';
  readonly children: ReactNode;
  readonly id?: string;
}

/** A speech bubble with a hint. */
export function Tip({ points = 'down', children, id }: TipProps): ReactElement {
  return (
    <span className={cx(css['tip'], points === 'up' && css['up'])} id={id}>
      {children}
    </span>
  );
}

export interface HelpTipProps {
  /** 'What are points?' */
  readonly label: string;
  /** Shows the label beside the question mark. */
  readonly withText?: boolean;
  readonly children: ReactNode;
}

/** A question mark that opens a bubble under it; again, Esc or leaving it closes. Works by touch and keyboard. */
export function HelpTip({ label, withText, children }: HelpTipProps): ReactElement {
  const [open, setOpen] = useState(false);
  const id = useId();
  const control = {
    'aria-expanded': open,
    'aria-controls': open ? id : undefined,
    onClick: () => setOpen(!open),
    onBlur: () => setOpen(false),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    },
  };
  return (
    <span className={css['help']}>
      {withText ? (
        <TextButton {...control}>
          <Icon of={circleQuestionMarkIcon} size="sm" /> {label}
        </TextButton>
      ) : (
        <IconButton label={label} {...control}>
          <Icon of={circleQuestionMarkIcon} />
        </IconButton>
      )}
      {/* Stays in the page, so that a screen reader hears what appears in it. */}
      <span role="status">
        {open && (
          <Tip points="up" id={id}>
            {children}
          </Tip>
        )}
      </span>
    </span>
  );
}
