import { colour, hibiscus, ink, leaf, mint } from '../palette.ts';
import { smallTicket } from '../parts.ts';
import { art, at, circle, draw, line, path, rect, scatter, times, type Shape } from '../svg.ts';

const leafPair = (x: number, y: number, fill: string, turn: number): Shape =>
  at(
    x,
    y,
    path(
      'M0 0C8 -26 34 -34 56 -26C48 -4 24 10 0 0zM0 0C-20 -22 -48 -20 -60 -4C-40 14 -18 14 0 0z',
      fill,
    ),
    { turn },
  );

/** Goody and the neighbours' nests in front of a low sun. */
export function weaverTree(): Shape {
  const random = scatter(7);
  return draw(
    rect(0, 0, 1280, 720, colour('hibiscus-800')),
    circle(640, 470, 620, hibiscus),
    circle(640, 470, 490, colour('guava-600')),
    circle(640, 470, 375, colour('guava-500')),
    circle(640, 470, 268, colour('mango-200')),
    path('M0 610C180 560 380 606 560 600S980 560 1280 612V720H0z', colour('ink-800')),
    path('M0 662C260 620 520 668 760 650S1120 630 1280 664V720H0z', ink),
    line('M-20 96C240 60 420 128 700 92S1120 40 1300 84', ink, 30),
    line(
      'M250 84C300 120 320 150 326 190M1010 70C1000 110 1004 130 1010 170M842 84C850 100 852 112 852 128',
      ink,
      12,
    ),
    times(15, (index) => {
      const x = 30 + index * 88;
      const y = 92 + Math.sin(index * 1.3) * 18;
      return leafPair(x, y, index % 3 === 0 ? mint : leaf, random() * 70 - 50);
    }),
    art('nest', 196, 150, 250),
    art('nest', 900, 130, 220),
    art('nest', 782, 104, 132),
    at(1008, 274, smallTicket(84, colour('paper-0')), { turn: -14 }),
    art('mascot', 452, 250, 400),
  );
}
