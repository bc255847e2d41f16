import { colour, guava, hibiscus, indigo, ink, leaf, mango, mint, paper } from '../palette.ts';
import {
  art,
  at,
  circle,
  cloth,
  draw,
  ellipse,
  line,
  path,
  rect,
  times,
  type Shape,
} from '../svg.ts';

const STRIPES = 11;
const STRIPE = 66;
const LEFT = (1280 - STRIPES * STRIPE) / 2;

const awning = (): Shape =>
  draw(
    times(STRIPES, (index) => {
      const [x, top] = [LEFT + index * STRIPE, LEFT + 40 + index * (STRIPE - 80 / STRIPES)];
      const fill = index % 2 === 0 ? hibiscus : paper;
      const topWidth = STRIPE - 80 / STRIPES;
      return path(
        `M${top} 176H${top + topWidth}L${x + STRIPE} 278a${STRIPE / 2} ${STRIPE / 2} 0 0 1 ${-STRIPE} 0z`,
        fill,
      );
    }),
    rect(LEFT + 30, 166, STRIPES * STRIPE - 60, 16, ink, 8),
  );

/** A round basket heaped with fruit; the foot stands on 0,0. */
const basket = (fruit: string, shade: string): Shape =>
  draw(
    times(3, (index) => circle(-30 + index * 30, -112, 19, index === 1 ? fruit : shade)),
    times(4, (index) => circle(-48 + index * 32, -88, 20, index % 2 === 0 ? fruit : shade)),
    times(5, (index) => circle(-62 + index * 31, -64, 20, index % 2 === 0 ? shade : fruit)),
    path('M-86 -60H86L66 0H-66z', colour('mango-600')),
    line('M-78 -40H78M-72 -20H72', '#a86f00', 5, '12 12'),
    rect(-92, -68, 184, 16, '#a86f00', 8),
  );

const pineapple = (): Shape =>
  draw(
    path(
      'M0 -128C-6 -160 -30 -172 -40 -176C-34 -150 -24 -136 -12 -126zM0 -128C6 -160 30 -172 40 -176C34 -150 24 -136 12 -126zM0 -126C-12 -156 -8 -180 0 -196C8 -180 12 -156 0 -126z',
      leaf,
    ),
    ellipse(0, -64, 44, 66, mango),
    line(
      'M-34 -98L30 -24M-42 -66L10 -6M-12 -124L42 -58M34 -98L-30 -24M42 -66L-10 -6M12 -124L-42 -58',
      '#a86f00',
      4,
    ),
  );

const plantain = (): Shape =>
  times(4, (index) =>
    at(
      index * 22 - 34,
      -6,
      path(
        'M0 0C-30 -22 -34 -84 4 -118C12 -122 20 -114 14 -106C-4 -74 2 -32 26 -12C32 -2 12 8 0 0z',
        index % 2 === 0 ? mango : colour('mango-400'),
      ),
      {
        turn: index * 11 - 14,
      },
    ),
  );

const sack = (grain: string): Shape =>
  draw(
    path('M-78 -128C-60 -168 60 -168 78 -128z', grain),
    times(9, (index) =>
      circle(-52 + index * 13, -140 - Math.sin((index / 8) * Math.PI) * 12, 5, colour('mango-200')),
    ),
    path('M-82 -130C-100 -70 -96 -20 -82 0H82C96 -20 100 -70 82 -130z', colour('paper-100')),
    path('M40 -130C62 -70 60 -20 46 0H82C96 -20 100 -70 82 -130z', '#dcd8cb'),
    rect(-92, -142, 184, 24, '#dcd8cb', 12),
    rect(-34, -84, 68, 12, ink, 6),
    rect(-22, -62, 44, 12, hibiscus, 6),
  );

const bunting = (): Shape =>
  draw(
    line('M-10 30Q320 150 640 62T1290 40', ink, 5),
    times(17, (index) => {
      const x = 18 + index * 78;
      const y = 58 + Math.sin((x / 640) * Math.PI) * 32 - (x > 640 ? 2 : 0);
      return path(`M${x - 24} ${y}h48l-24 52z`, [mint, hibiscus, indigo, mango][index % 4] ?? mint);
    }),
  );

/** A market stall with fruit, grain and Goody on its roof. */
export function marketStall(): Shape {
  return draw(
    rect(0, 0, 1280, 720, colour('guava-200')),
    circle(640, 330, 330, colour('mango-200')),
    path('M0 470V352h90v-60h120v90h70V300h110v170h500V318h96v60h84V276h120v70h90v124z', guava),
    rect(0, 470, 1280, 250, colour('guava-600')),
    path('M0 600h1280v120H0z', '#d9583f'),
    bunting(),
    rect(LEFT + 26, 270, 18, 380, ink),
    rect(1280 - LEFT - 44, 270, 18, 380, ink),
    rect(LEFT + 44, 270, STRIPES * STRIPE - 88, 230, colour('ink-800')),
    rect(LEFT + 44, 368, STRIPES * STRIPE - 88, 12, indigo),
    times(9, (index) =>
      rect(
        LEFT + 84 + index * 68,
        322 - (index % 2) * 10,
        34,
        46 + (index % 2) * 10,
        [mint, mango, guava, colour('indigo-300')][index % 4] ?? mint,
        8,
      ),
    ),
    at(372, 506, basket(hibiscus, '#e23a6a')),
    at(560, 506, plantain(), { scale: 1.05 }),
    at(676, 506, pineapple()),
    at(760, 506, pineapple(), { scale: 0.82 }),
    at(912, 506, basket(mint, colour('mint-600'))),
    rect(LEFT + 4, 500, STRIPES * STRIPE - 8, 22, ink, 8),
    cloth(
      'drape',
      'kente',
      `M${LEFT + 20} 520h${STRIPES * STRIPE - 40}v130h${-(STRIPES * STRIPE - 40)}z`,
      96,
    ),
    awning(),
    at(196, 690, sack(colour('mango-400'))),
    at(1096, 690, sack('#e23a6a')),
    art('mascot', 556, 22, 172),
  );
}
