import { useId, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import circleQuestionMarkIcon from 'lucide/dist/esm/icons/circle-question-mark.mjs';

import { IconButton, TextButton } from '../action/button.tsx';
import { Icon } from '../icon.tsx';
import css from './tip.module.css';

interface TipProps {
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
function useTip() {
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

interface HelpTipProps {
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

interface TextTipProps {
  /** What is touched. */
  readonly text: string;
  /** What the bubble says, asked for when it opens. */
  readonly children: () => ReactNode;
}

/**
 * Words that open a bubble under them; again, Esc or leaving them closes it. The bubble is as wide as the
 * nearest positioned element around them.
 */
export function TextTip({ text, children }: TextTipProps): ReactElement {
  const [open, button] = useTip();
  const id = useId();
  return (
    <span>
      <button
        type="button"
        className={css['text']}
        aria-controls={open ? id : undefined}
        {...button}
      >
        {text}
      </button>
      {/* Stays in the page, so that a screen reader hears what appears in it. */}
      <span role="status">
        {open && (
          <span className={css['bubble']}>
            <Tip id={id}>{children()}</Tip>
          </span>
        )}
      </span>
    </span>
  );
}

interface TipOverProps {
  /** Names the button that lies over the content: 'What do the marks mean?' */
  readonly label: string;
  /** Without it there is no button. */
  readonly tip: ReactNode;
  /** What the tip is about; holds nothing to press. */
  readonly children: ReactNode;
}

/** Content that explains itself when it is touched, or by Enter; again, Esc or leaving it closes the bubble. */
export function TipOver({ label, tip, children }: TipOverProps): ReactElement {
  const [open, button] = useTip();
  return (
    <div className={css['over']}>
      {children}
      {tip && <button type="button" aria-label={label} {...button} />}
      {/* Stays in the page, so that a screen reader hears what appears in it. */}
      <div className={css['place']} role="status">
        {open && tip && <Tip>{tip}</Tip>}
      </div>
    </div>
  );
}
