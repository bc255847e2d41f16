import type { ReactElement, ReactNode } from 'react';

import css from './tip-over.module.css';
import { Tip, useTip } from './tip.tsx';

export interface TipOverProps {
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
