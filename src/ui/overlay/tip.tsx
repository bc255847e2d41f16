import { useId, useState, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';
import circleQuestionMarkIcon from 'lucide/dist/esm/icons/circle-question-mark.mjs';

import { IconButton, TextButton } from '../action/button.tsx';
import { cx } from '../cx.ts';
import { Icon } from '../icon.tsx';
import css from './tip.module.css';

interface TipProps {
  readonly children: ReactNode;
  readonly id?: string;
}

/** A speech bubble with a hint about its element. */
export function Tip({ children, id }: TipProps): ReactElement {
  return (
    <span className={cx('edged', css['tip'])} id={id}>
      {children}
    </span>
  );
}

function useTip() {
  const [open, setOpen] = useState(false);
  const id = useId();
  const button = {
    'aria-controls': open ? id : undefined,
    'aria-expanded': open,
    onClick: () => setOpen(!open),
    onBlur: () => setOpen(false),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key === 'Escape') setOpen(false);
    },
  };
  return { open, id, button };
}

interface HelpTipProps {
  readonly label: string;
  /** Shows the label next to the question mark. */
  readonly withText?: boolean;
  readonly children: ReactNode;
}

/** A question mark that opens a hint; a second press, Esc or leaving closes it. */
export function HelpTip({ label, withText, children }: HelpTipProps): ReactElement {
  const { open, id, button } = useTip();
  return (
    <span className={css['help']}>
      {withText ? (
        <TextButton {...button}>
          <Icon of={circleQuestionMarkIcon} size="sm" /> {label}
        </TextButton>
      ) : (
        <IconButton label={label} {...button}>
          <Icon of={circleQuestionMarkIcon} />
        </IconButton>
      )}
      {/* It stays mounted, so that a screen reader announces new content. */}
      <span role="status">{open && <Tip id={id}>{children}</Tip>}</span>
    </span>
  );
}

interface TextTipProps {
  readonly text: string;
  /** It is called when the hint opens. */
  readonly children: () => ReactNode;
}

/** Text that opens a hint, which is as wide as the nearest positioned parent. */
export function TextTip({ text, children }: TextTipProps): ReactElement {
  const { open, id, button } = useTip();
  return (
    <span>
      <button type="button" className={css['text']} {...button}>
        {text}
      </button>
      {/* It stays mounted, so that a screen reader announces new content. */}
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

/** Takes the place of a `TextTip` of one line while its text is computed. */
export const AwaitedTextTip = (): ReactElement => (
  <span aria-hidden="true">
    <span className={cx(css['text'], css['awaited'])}>{'\u00a0'}</span>
  </span>
);

interface TipOverProps {
  /** The name of the button that covers the content. */
  readonly label: string;
  /** Without it there is no button. */
  readonly tip: ReactNode;
  /** It must contain no buttons or links. */
  readonly children: ReactNode;
}

/** Content that opens a hint when it is pressed. */
export function TipOver({ label, tip, children }: TipOverProps): ReactElement {
  const { open, id, button } = useTip();
  return (
    <div className={css['over']}>
      {children}
      {tip && <button type="button" className="covers" aria-label={label} {...button} />}
      {/* It stays mounted, so that a screen reader announces new content. */}
      <div className={css['place']} role="status">
        {open && tip && <Tip id={id}>{tip}</Tip>}
      </div>
    </div>
  );
}
