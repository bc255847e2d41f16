import { useId, type ReactElement, type ReactNode } from 'react';
import css from './text-tip.module.css';
import { Tip, useTip } from './tip.tsx';

export interface TextTipProps {
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
