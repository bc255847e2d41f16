import { colour, hibiscus, indigo, ink, leaf, mango, mint, paper } from '../palette.ts';
import { signal } from '../parts.ts';
import {
  WHOLE,
  at,
  circle,
  cloth,
  draw,
  ellipse,
  faded,
  line,
  path,
  rect,
  times,
  type Shape,
} from '../svg.ts';

const SHELL =
  'M-150 -190C-146 -80 -70 -40 -58 30C-56 90 -84 150 -104 190H104C84 150 56 90 58 30C70 -40 146 -80 150 -190z';

const djembe = (): Shape =>
  draw(
    path(SHELL, '#8a4a1f'),
    path(
      'M40 -190C40 -60 20 -20 22 30C24 100 52 150 60 190H104C84 150 56 90 58 30C70 -40 146 -80 150 -190z',
      '#6d3714',
    ),
    cloth('waist', 'kente', 'M-74 60h148v46h-148z', 56),
    line(
      'M-146 -150L-112 -60L-84 -172L-52 -36L-16 -176L16 -36L52 -176L84 -40L112 -172L128 -70L146 -150',
      paper,
      7,
    ),
    path('M-156 -196h312v34c-40 26 -272 26 -312 0z', hibiscus),
    ellipse(0, -196, 156, 46, colour('mango-200')),
    ellipse(0, -200, 138, 36, paper),
    faded(0.5, ellipse(0, -198, 60, 15, colour('mango-200'))),
    path('M-112 186h224c10 0 16 24 0 24h-224c-16 0 -10 -24 0 -24z', '#6d3714'),
  );

const smallDrum = (skin: string, shell: string): Shape =>
  draw(
    path('M-92 -70C-90 10 -60 60 -54 92H54C60 60 90 10 92 -70z', shell),
    line('M-88 -50L-58 50L-30 -46L0 56L30 -46L58 50L88 -50', paper, 6),
    ellipse(0, -72, 96, 28, ink),
    ellipse(0, -78, 92, 26, skin),
    path('M-56 88h112v10c-20 8 -92 8 -112 0z', ink),
  );

const shekere = (): Shape =>
  draw(
    rect(-13, -150, 26, 90, mango, 13),
    circle(0, 0, 76, mango),
    line(
      'M-66 -30Q0 -6 66 -30M-74 6Q0 30 74 6M-58 42Q0 62 58 42M-40 -62L-20 70M40 -62L20 70M0 -74V74',
      hibiscus,
      10,
      '0.1 17',
    ),
  );

/** Drums on a stage between beads and lights. */
export function drumNight(): Shape {
  return draw(
    cloth('curtain', 'bead', WHOLE, 320),
    faded(0.55, rect(0, 0, 1280, 720, colour('hibiscus-800'))),
    faded(0.22, draw(path('M300 -20L120 600H620zM980 -20L660 600H1160z', colour('mango-200')))),
    circle(640, 330, 300, ink),
    circle(640, 330, 268, indigo),
    times(24, (index) =>
      at(640, 330, circle(0, -284, 8, index % 2 === 0 ? mango : colour('guava-200')), {
        turn: index * 15,
      }),
    ),
    path('M0 590H1280V720H0z', ink),
    rect(0, 590, 1280, 14, mango),
    faded(
      0.5,
      draw(
        ellipse(640, 620, 190, 22, colour('ink-950')),
        ellipse(372, 622, 120, 16, colour('ink-950')),
        ellipse(908, 622, 120, 16, colour('ink-950')),
      ),
    ),
    at(372, 532, smallDrum(colour('mango-200'), leaf), { turn: -4 }),
    at(908, 532, smallDrum(colour('mango-200'), colour('indigo-500')), { turn: 4 }),
    at(640, 434, djembe(), { scale: 0.9 }),
    at(1112, 544, shekere(), { turn: 22 }),
    at(640, 236, signal([70], mint, 14, 0.9)),
    at(640, 236, signal([104], mango, 14, 0.8)),
    at(640, 236, signal([138], colour('guava-300'), 14, 0.7)),
  );
}
