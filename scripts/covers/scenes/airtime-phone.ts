import { colour, hibiscus, indigo, ink, leaf, mango, mint, paper } from '../palette.ts';
import { asterisk, coin, signal, smallTicket, ticketOutline } from '../parts.ts';
import {
  WHOLE,
  at,
  circle,
  cloth,
  draw,
  faded,
  line,
  path,
  rect,
  times,
  type Shape,
} from '../svg.ts';

const key = (index: number): Shape =>
  rect(
    -86 + (index % 3) * 60,
    44 + Math.floor(index / 3) * 44,
    52,
    36,
    index === 7 ? mango : colour('indigo-100'),
    10,
  );

const slot = (index: number): Shape => {
  const hidden = index === 1 || index === 4;
  const x = -84 + index * 30;
  return draw(
    rect(x, -34, 25, 36, hidden ? colour('mango-200') : ink, 5),
    hidden ? at(x + 12.5, -16, asterisk(7, hibiscus)) : rect(x + 7, -20, 11, 8, mango, 3),
  );
};

const phone = (): Shape =>
  draw(
    rect(-128, -250, 268, 520, colour('ink-950'), 44),
    rect(-134, -256, 268, 520, ink, 44),
    rect(-116, -238, 232, 484, paper, 30),
    rect(-116, -238, 232, 150, indigo, 30),
    rect(-116, -120, 232, 32, indigo),
    rect(-32, -226, 64, 12, ink, 6),
    times(4, (index) =>
      rect(
        -92 + index * 18,
        -148 - index * 14,
        12,
        24 + index * 14,
        index < 3 ? mint : colour('indigo-300'),
        4,
      ),
    ),
    rect(6, -186, 88, 22, paper, 8),
    rect(6, -150, 56, 14, colour('indigo-300'), 7),
    at(0, -26, path(ticketOutline(208, 116, 12), mango)),
    line('M-92 24H92', ink, 4, '0.1 11'),
    rect(-86, -72, 92, 20, ink, 6),
    times(6, slot),
    times(12, key),
  );

/** A phone full of airtime on indigo cloth. */
export function airtimePhone(): Shape {
  return draw(
    cloth('ground', 'adire', WHOLE, 180),
    faded(0.25, rect(0, 0, 1280, 720, ink)),
    circle(640, 360, 306, colour('mango-400')),
    circle(640, 360, 262, mango),
    circle(640, 360, 214, colour('mango-400')),
    at(790, 226, signal([70, 116, 162], hibiscus, 20, 0.7), { turn: 46 }),
    at(640, 374, phone(), { turn: -9, scale: 1.04 }),
    at(420, 508, coin(60), { turn: -14 }),
    at(470, 214, coin(40), { turn: 12 }),
    at(874, 548, coin(76), { turn: 10 }),
    at(952, 432, coin(36)),
    at(354, 342, smallTicket(120, leaf, paper), { turn: -24 }),
  );
}
