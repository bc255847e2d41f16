import type { ReactElement, ReactNode } from 'react';

import '../../../ui/code/code-guess.css';
import { cx } from '../../../ui/cx.ts';
import { Code, type CodeProps } from '../../../ui/code/code.tsx';
import { Money } from '../../../ui/text/money.tsx';
import { PunchStrip } from '../../../ui/ticket/reveal-strips.tsx';
import {
  Ticket,
  TicketAmount,
  TicketBody,
  TicketDivider,
  TicketFooter,
  TicketCover,
} from '../../../ui/ticket/ticket.tsx';
import css from './welcome.module.css';

/** It counts up, so that a visitor who looks at the neighbours of the hidden digit knows it. */
export const PRACTICE_CODE = '1234567890123';
export const PRACTICE_MASK = '1234567*90123';
export const PRACTICE_AMOUNT = 25_000;

export interface PracticeTicketProps {
  readonly code: CodeProps;
  readonly action: ReactNode;
  /** Lies over the cover; not undefined once it is played, when it hangs straight. */
  readonly overlay?: ReactNode;
}

/** A voucher to try out the game on: nothing is won and nothing is sent. */
export function PracticeTicket({ code, action, overlay }: PracticeTicketProps): ReactElement {
  return (
    <div className={cx('deferred', css['demo'], overlay === undefined && css['tilted'])}>
      <Ticket variant="views" label="Practice voucher">
        <TicketCover pattern="adire" className={overlay ? css['guessing'] : undefined}>
          {overlay}
        </TicketCover>
        <TicketDivider>
          <PunchStrip views={8_412} target={10_000} />
        </TicketDivider>
        <TicketBody className={css['demoBody']}>
          <div>
            <p className="xs semi">For practice, not for money</p>
            <TicketAmount>
              <Money amount={PRACTICE_AMOUNT} currency="NGN" />
            </TicketAmount>
          </div>
          <div className={overlay ? 'desk' : undefined}>
            <Code {...code} />
          </div>
        </TicketBody>
        <TicketFooter>{action}</TicketFooter>
      </Ticket>
    </div>
  );
}
