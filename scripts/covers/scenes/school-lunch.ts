import { colour, guava, hibiscus, ink, leaf, mango, mint, paper } from '../palette.ts';
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
  scatter,
  times,
  type Shape,
} from '../svg.ts';

const RICE_RADIUS = 208;

function rice(): Shape {
  const random = scatter(3);
  const fills = [
    colour('guava-300'),
    colour('mango-600'),
    hibiscus,
    colour('guava-200'),
    '#c94a30',
  ];
  return times(330, (index) => {
    const [distance, angle] = [RICE_RADIUS * 0.97 * Math.sqrt(random()), random() * Math.PI * 2];
    const [x, y] = [distance * Math.cos(angle), distance * Math.sin(angle)];
    return ellipse(x, y, 9, 3.4, fills[index % fills.length] ?? guava, random() * 180);
  });
}

const plantainSlice = (): Shape =>
  draw(
    ellipse(0, 5, 50, 30, '#a86f00'),
    ellipse(0, 0, 50, 30, colour('mango-600')),
    ellipse(0, -2, 43, 24, mango),
    line('M-18 -2H18', colour('mango-600'), 5, '0.1 12'),
  );

const egg = (): Shape =>
  draw(
    ellipse(0, 4, 42, 34, '#dcd8cb'),
    ellipse(0, 0, 42, 34, paper),
    circle(4, 0, 18, mango),
    circle(-1, -5, 5, colour('mango-200')),
  );

const tomato = (): Shape =>
  draw(
    circle(0, 0, 36, hibiscus),
    circle(0, 0, 28, '#e23a6a'),
    times(4, (index) =>
      at(0, 0, ellipse(0, -15, 7, 9, colour('guava-200')), { turn: index * 90 + 20 }),
    ),
  );

const leaves = (): Shape =>
  times(5, (index) =>
    at(
      0,
      0,
      path('M0 0C-20 -24 -16 -58 0 -76C16 -58 20 -24 0 0zM0 0', index % 2 === 0 ? leaf : mint),
      { turn: index * 34 - 68 },
    ),
  );

const spoon = (): Shape =>
  draw(
    ellipse(0, -150, 36, 56, paper),
    ellipse(4, -150, 24, 42, '#dcd8cb'),
    rect(-9, -100, 18, 290, paper, 9),
  );
const fork = (): Shape =>
  draw(
    path('M-34 -206v70a34 34 0 0 0 68 0v-70h-14v62h-13v-62h-14v62h-13v-62z', paper),
    rect(-9, -108, 18, 298, paper, 9),
  );

const drink = (): Shape =>
  draw(
    circle(8, 12, 98, ink),
    circle(0, 0, 98, colour('indigo-100')),
    circle(0, 0, 82, colour('hibiscus-800')),
    circle(-4, -4, 74, hibiscus),
    at(-20, 14, rect(-22, -22, 44, 44, '#e23a6a', 8), { turn: 18 }),
    at(26, -22, rect(-18, -18, 36, 36, '#e23a6a', 8), { turn: -24 }),
    at(
      34,
      34,
      draw(
        circle(0, 0, 28, leaf),
        circle(0, 0, 22, colour('mint-200')),
        line('M0 -18V18M-16 -9L16 9M-16 9L16 -9', mint, 4),
      ),
    ),
  );

/** Jollof, plantain and a cold zobo on a red checked cloth, from above. */
export function schoolLunch(): Shape {
  return draw(
    cloth('table', 'shuka', WHOLE, 170),
    faded(0.35, ellipse(656, 384, 300, 300, ink)),
    circle(640, 360, 300, paper),
    circle(640, 360, 288, colour('indigo-600')),
    circle(640, 360, 270, paper),
    times(24, (index) => at(640, 360, circle(0, -279, 5, mango), { turn: index * 15 })),
    circle(640, 360, 222, '#dcd8cb'),
    circle(640, 360, RICE_RADIUS, colour('guava-600')),
    at(640, 360, rice()),
    at(540, 270, plantainSlice(), { turn: -58 }),
    at(498, 336, plantainSlice(), { turn: -82 }),
    at(502, 412, plantainSlice(), { turn: -106 }),
    at(764, 296, egg(), { turn: 24 }),
    at(784, 376, egg(), { turn: 64 }),
    at(640, 516, leaves()),
    at(596, 486, tomato()),
    at(676, 500, tomato(), { scale: 0.86 }),
    faded(0.3, at(262, 376, fork(), { turn: -4 })),
    at(252, 362, fork(), { turn: -4 }),
    faded(0.3, at(1012, 406, spoon(), { turn: 6 })),
    at(1002, 392, spoon(), { turn: 6 }),
    at(1180, 124, drink()),
  );
}
