import { colour, hibiscus, indigo, ink, leaf, mango, mint, paper } from '../palette.ts';
import { acacia } from '../parts.ts';
import {
  art,
  at,
  circle,
  clipped,
  cloth,
  draw,
  line,
  path,
  rect,
  times,
  type Shape,
} from '../svg.ts';

const BODY =
  'M-330 70V-96C-330 -138 -304 -158 -262 -158H214C262 -158 288 -142 304 -104L330 -40C340 -20 344 0 344 26V70z';

const wheel = (x: number): Shape =>
  draw(circle(x, 76, 62, ink), circle(x, 76, 36, '#dcd8cb'), circle(x, 76, 14, ink));

const window = (x: number, width: number): Shape =>
  rect(x, -130, width, 84, colour('indigo-100'), 16);

const luggage = (): Shape =>
  draw(
    line('M-250 -168H190', ink, 12),
    line('M-230 -160V-176M-40 -160V-176M150 -160V-176', ink, 10),
    cloth(
      'bundle',
      'adire',
      'M-226 -176C-250 -240 -206 -262 -180 -262C-150 -262 -112 -238 -132 -176z',
      48,
    ),
    path('M-190 -262l-16 -22h36z', indigo),
    rect(-116, -244, 118, 68, hibiscus, 10),
    line('M-76 -244V-258H-38V-244', ink, 9),
    rect(-116, -218, 118, 12, ink),
    rect(16, -222, 92, 46, leaf, 8),
    cloth('roll', 'kente', 'M120 -176c-30 -8 -30 -56 0 -62h52c30 6 30 54 0 62z', 60),
  );

const bus = (): Shape =>
  draw(
    luggage(),
    path(BODY, mango),
    path('M-330 70V14H342V70z', colour('mango-600')),
    rect(-330, -26, 668, 14, ink),
    rect(-330, -2, 672, 14, ink),
    window(-300, 112),
    window(-174, 112),
    window(-48, 112),
    path(
      'M206 -130h18c20 0 32 8 40 26l22 58H206a12 12 0 0 1 -12 -12V-118a12 12 0 0 1 12 -12z',
      colour('indigo-100'),
    ),
    rect(82, -136, 96, 200, colour('mango-400'), 14),
    rect(96, -124, 68, 78, colour('indigo-100'), 12),
    rect(150, -18, 10, 34, ink, 5),
    clipped(
      'windows',
      'M-174 -114a16 16 0 0 1 16 -16h80a16 16 0 0 1 16 16v52a16 16 0 0 1 -16 16h-80a16 16 0 0 1 -16 -16z',
      art('mascot', -194, -142, 150),
    ),
    circle(-244, -74, 26, hibiscus),
    path('M-286 -46a42 30 0 0 1 84 0z', hibiscus),
    circle(8, -76, 25, leaf),
    path('M-34 -46a42 28 0 0 1 84 0z', leaf),
    rect(318, 8, 26, 30, paper, 8),
    rect(-338, 10, 18, 34, hibiscus, 6),
    wheel(-206),
    wheel(222),
  );

/** A minibus with luggage on its roof on the road home. */
export function cityBus(): Shape {
  return draw(
    rect(0, 0, 1280, 720, colour('mint-200')),
    circle(640, 300, 250, colour('mango-200')),
    circle(640, 300, 176, colour('mango-400')),
    path(
      'M0 430C120 350 240 330 380 400C520 320 640 300 800 392C940 330 1100 310 1280 410V720H0z',
      mint,
    ),
    path('M0 490C180 410 330 440 520 470C760 420 980 420 1280 480V720H0z', colour('mint-600')),
    at(150, 480, acacia(leaf, ink), { scale: 1.25 }),
    at(1130, 480, acacia(leaf, ink), { scale: 1.5 }),
    at(1010, 470, acacia(leaf, ink), { scale: 0.7 }),
    rect(0, 548, 1280, 172, ink),
    rect(0, 548, 1280, 12, colour('mango-200')),
    times(9, (index) => rect(-30 + index * 156, 656, 92, 12, paper, 6)),
    line('M70 400H216M30 452H180M96 508H196', paper, 10),
    path('M330 632h640l-40 20H370z', colour('ink-950')),
    at(648, 500, bus(), { scale: 1.12 }),
  );
}
