import { colour, guava, hibiscus, indigo, ink, leaf, mango, mint, paper } from '../palette.ts';
import { smallTicket } from '../parts.ts';
import {
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

const WEAVE = '#a86f00';

const bottle = (): Shape =>
  draw(
    path('M-40 0V-150C-40 -190 -18 -196 -18 -226V-262H18V-226C18 -196 40 -190 40 -150V0z', mango),
    path('M14 -226C14 -196 40 -190 40 -150V0H20V-150C20 -186 8 -196 8 -226z', colour('mango-600')),
    rect(-24, -290, 48, 36, hibiscus, 8),
    path(
      'M0 -118C14 -100 20 -92 20 -82a20 20 0 0 1 -40 0C-20 -92 -14 -100 0 -118z',
      colour('mango-600'),
    ),
  );

const bread = (): Shape =>
  draw(
    path('M-120 0V-84C-150 -96 -146 -150 -104 -152H104C146 -150 150 -96 120 -84V0z', '#c9752b'),
    path(
      'M-104 0V-80C-130 -90 -126 -136 -92 -138H92C126 -136 130 -90 104 -80V0z',
      colour('mango-200'),
    ),
    line('M-60 -112q20 -16 40 0M10 -112q20 -16 40 0', '#c9752b', 6),
  );

const yam = (): Shape =>
  draw(
    path('M-42 0C-58 -80 -52 -176 -20 -214C0 -232 34 -222 42 -190C54 -130 48 -60 38 0z', '#7b4a2d'),
    line('M-24 -60h16M-30 -120h12M8 -90h18M0 -160h16M14 -40h12', '#a66a45', 5),
  );

const greens = (): Shape =>
  draw(
    line(
      'M0 0C-4 -60 -30 -110 -50 -150M0 0C0 -70 0 -130 0 -180M0 0C6 -60 34 -110 56 -146',
      leaf,
      10,
    ),
    times(3, (index) =>
      at(
        [-56, 0, 60][index] ?? 0,
        [-160, -190, -154][index] ?? 0,
        path(
          'M0 34C-44 20 -50 -30 -22 -62C0 -84 6 -84 22 -62C50 -30 44 20 0 34z',
          index === 1 ? colour('mint-600') : leaf,
        ),
        { turn: [-26, 0, 26][index] ?? 0 },
      ),
    ),
  );

const tin = (): Shape =>
  draw(
    rect(-52, -140, 104, 140, indigo, 10),
    rect(-52, -112, 104, 76, paper),
    circle(0, -74, 26, hibiscus),
    rect(-56, -148, 112, 16, '#dcd8cb', 8),
  );

const basket = (): Shape =>
  draw(
    path(
      'M-300 0H300L248 236C244 256 230 264 212 264H-212C-230 264 -244 256 -248 236z',
      colour('mango-600'),
    ),
    times(6, (row) =>
      line(
        `M${-282 + row * 9} ${34 + row * 38}H${282 - row * 9}`,
        row % 2 === 0 ? WEAVE : colour('mango-400'),
        13,
        '30 22',
      ),
    ),
    cloth('band', 'kente', 'M-270 96L270 96L258 158H-258z', 64),
    rect(-320, -20, 640, 46, WEAVE, 23),
    line('M-296 3H296', colour('mango-400'), 8, '22 20'),
  );

/** A full woven basket from the shop, with a ticket on its handle. */
export function groceryBasket(): Shape {
  return draw(
    rect(0, 0, 1280, 720, mint),
    circle(640, 340, 300, colour('mint-200')),
    rect(0, 604, 1280, 116, colour('mint-600')),
    faded(0.28, ellipse(640, 640, 330, 26, ink)),
    line('M400 372C420 20 860 20 880 372', WEAVE, 24),
    line('M400 372C420 20 860 20 880 372', colour('mango-400'), 8, '20 22'),
    at(470, 380, yam(), { turn: -12 }),
    at(566, 390, greens(), { turn: -6, scale: 1.12 }),
    at(668, 380, bottle(), { turn: 3 }),
    at(824, 386, tin(), { turn: 10 }),
    at(744, 392, bread(), { turn: 5, scale: 0.86 }),
    at(540, 392, circle(0, -26, 48, hibiscus)),
    at(
      622,
      396,
      draw(
        circle(0, -22, 44, guava),
        path('M0 -62c8 -16 24 -18 34 -14c-6 14 -18 20 -34 14z', leaf),
      ),
    ),
    at(640, 380, basket()),
    line('M868 300C900 320 926 340 940 372', paper, 6),
    at(956, 428, smallTicket(170, paper), { turn: 16 }),
  );
}
