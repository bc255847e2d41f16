import { useId, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import circleQuestionMarkIcon from 'lucide/dist/esm/icons/circle-question-mark.mjs';
import { IconButton } from '../action/icon-button.tsx';
import { TextButton } from '../action/text-button.tsx';
import css from './tip.module.css';
import { Icon } from '../icon.tsx';

export interface TipProps {
  readonly children: ReactNode;
  readonly id?: string;
}

/** A speech bubble with a hint about what stands over it. */
export function Tip({ children, id }: TipProps): ReactElement {
  return (
    <span className={css['tip']} id={id}>
      {children}
    </span>
  );
}

/** Whether a bubble is open, and what its button does about it: again, Esc or leaving it closes. */
export function useTip() {
  const [open, setOpen] = useState(false);
  const button = {
    'aria-expanded': open,
    onClick: () => setOpen(!open),
    onBlur: () => setOpen(false),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    },
  };
  return [open, button] as const;
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
  const [open, button] = useTip();
  const id = useId();
  const control = { ...button, 'aria-controls': open ? id : undefined };
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
      <span role="status">{open && <Tip id={id}>{children}</Tip>}</span>
    </span>
  );
}
