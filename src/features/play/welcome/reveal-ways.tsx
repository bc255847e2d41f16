import type { ReactElement, ReactNode } from 'react';

import { PunchStrip, TimeRuler } from '../../../ui/ticket/reveal-strips.tsx';
import { Stamp, type Stock } from '../../../ui/ticket/ticket.tsx';
import css from './welcome.module.css';

interface WayProps {
  readonly stock: Stock;
  readonly title: string;
  /** An example of how the ticket shows it. */
  readonly picture: ReactNode;
  readonly children: string;
}

const Way = ({ stock, title, picture, children }: WayProps): ReactElement => (
  <article className={css['way']} data-stock={stock}>
    <h3>{title}</h3>
    <div aria-hidden="true">{picture}</div>
    <p>{children}</p>
  </article>
);

/** What makes a hidden digit show, by the three kinds of giveaway. */
export function RevealWays(): ReactElement {
  return (
    <section className="deferred stack g4">
      <h2 className={css['heading']}>Three ways a digit is revealed</h2>
      <div className={css['ways']}>
        <Way stock="views" title="Views" picture={<PunchStrip views={13} target={20} holes={14} />}>
          Every view punches the ticket. At the target, one more digit shows.
        </Way>
        <Way stock="time" title="Time" picture={<TimeRuler passed={0.6} />}>
          A clock runs down. When it ends, one more digit shows.
        </Way>
        <Way
          stock="lottery"
          title="Lottery"
          picture={
            <div className={css['stamp']}>
              <Stamp date="28 NOV" time="20:00" />
            </div>
          }
        >
          Guess before the draw. All correct guesses share the prize.
        </Way>
      </div>
    </section>
  );
}
