import { colour, guava, hibiscus, indigo, ink, leaf, mango, paper } from '../palette.ts';
import { circle, draw, at, line, path, rect, scatter, times, type Shape } from '../svg.ts';
import { acacia, asterisk } from '../parts.ts';

const mast = (): Shape =>
  draw(
    line('M-70 330L0 0L70 330M-56 264H56M-43 204H43M-31 146H31M-20 96H20', paper, 9),
    line(
      'M-56 264L43 204L-31 146L20 96M56 264L-43 204L31 146L-20 96M-70 330L56 264M70 330L-56 264',
      paper,
      5,
    ),
    rect(-44, 30, 16, 58, hibiscus, 6),
    rect(28, 30, 16, 58, hibiscus, 6),
    circle(0, -8, 20, hibiscus),
    at(0, -8, asterisk(9, paper)),
  );

const house = (wall: string, roof: string): Shape =>
  draw(
    rect(-56, -66, 112, 66, wall),
    path('M-72 -62L0 -118L72 -62z', roof),
    rect(-38, -46, 26, 28, mango, 4),
    rect(10, -46, 26, 46, ink, 4),
  );

/** A mast that wakes up a sleeping town: data for the night. */
export function signalHill(): Shape {
  const random = scatter(99);
  const ring = (radius: number, stroke: string, width: number): Shape =>
    `<circle cx="640" cy="178" r="${radius}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`;
  return draw(
    rect(0, 0, 1280, 720, colour('ink-950')),
    circle(640, 178, 520, '#0f1539'),
    circle(640, 178, 400, ink),
    circle(640, 178, 286, colour('ink-800')),
    circle(640, 178, 176, indigo),
    ring(520, indigo, 3),
    ring(400, colour('indigo-600'), 4),
    ring(286, colour('indigo-500'), 5),
    ring(176, colour('indigo-300'), 6),
    times(70, () =>
      circle(random() * 1280, random() * 420, 1.5 + random() * 2.5, colour('mango-200')),
    ),
    circle(1030, 128, 62, colour('mango-200')),
    circle(1056, 110, 54, '#0f1539'),
    path('M0 520C180 440 380 470 640 432C880 470 1080 430 1280 506V720H0z', indigo),
    at(640, 150, mast()),
    path('M0 572C220 500 420 540 640 506C860 544 1080 500 1280 566V720H0z', colour('ink-800')),
    at(160, 566, acacia(leaf, ink), { scale: 0.9 }),
    at(1180, 572, acacia(leaf, ink), { scale: 1.1 }),
    at(304, 590, house(guava, hibiscus)),
    at(470, 606, house(mango, colour('mango-600')), { scale: 1.15 }),
    at(640, 614, house(colour('mint-500'), leaf), { scale: 1.3 }),
    at(820, 606, house(colour('indigo-300'), colour('indigo-600')), { scale: 1.15 }),
    at(984, 592, house(guava, hibiscus)),
    path('M0 640C240 596 460 616 660 606C900 600 1080 604 1280 636V720H0z', ink),
    times(9, (index) => rect(250 + index * 96, 664 + (index % 2) * 10, 46, 8, mango, 4)),
  );
}
