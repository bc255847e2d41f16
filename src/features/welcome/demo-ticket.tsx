import { useEffect, useRef, useState, type ReactElement } from 'react';

import '../../ui/code/code-guess.css';
import { Code } from '../../ui/code/code.tsx';
import { Money } from '../../ui/text/money.tsx';
import { PunchStrip } from '../../ui/ticket/punch-strip.tsx';
import {
  Ticket,
  TicketAmount,
  TicketBody,
  TicketSeam,
  TicketTear,
} from '../../ui/ticket/ticket.tsx';
import { TicketCover } from '../../ui/ticket/ticket-cover.tsx';
import { DEMO_FRAME_MS, DEMO_FRAMES } from './demo-play.ts';
import { cx } from '../../ui/cx.ts';
import css from './welcome.module.css';

/** The moment shown, going on from when the ticket is first seen; stays at the first where motion is unwanted. */
function useDemoFrame(isSeen: boolean): (typeof DEMO_FRAMES)[number] {
  const [index, setIndex] = useState(0);
  useEffect(() => {
    if (!isSeen || index >= DEMO_FRAMES.length - 1) return undefined;
    if (matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const timer = setTimeout(() => setIndex(index + 1), DEMO_FRAME_MS);
    return () => clearTimeout(timer);
  }, [isSeen, index]);
  return DEMO_FRAMES[index] ?? DEMO_FRAMES[0];
}

/** An example of a voucher that is being guessed. Drawn for the eye; its sense is said in one line. */
export function DemoTicket(): ReactElement {
  const box = useRef<HTMLDivElement>(null);
  const [isSeen, setIsSeen] = useState(false);
  const { maskedCode, guess, mode } = useDemoFrame(isSeen);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setIsSeen(true);
      },
      { threshold: 0.6 },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    <div className={cx('deferred', css['demo'])} ref={box}>
      <p className="vh">
        An example: a ₦25,000 voucher whose last hidden digits are being filled in.
      </p>
      <div aria-hidden="true">
        <Ticket stock="views" label="Example">
          <TicketCover cloth="adire" />
          <TicketSeam>
            <PunchStrip views={8_412} target={10_000} />
          </TicketSeam>
          <TicketBody className={css['demoBody']}>
            <TicketAmount>
              <Money amount={25_000} currency="NGN" />
            </TicketAmount>
            <Code maskedCode={maskedCode} guess={guess} mode={mode} />
          </TicketBody>
          <TicketTear />
        </Ticket>
      </div>
    </div>
  );
}
