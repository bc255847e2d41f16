import { asterisk, ticketOutline } from './parts.ts';
import { colour, guava, hibiscus, ink, leaf, mango, mint, paper } from './palette.ts';
import {
  art,
  at,
  circle,
  cloth,
  draw,
  faded,
  line,
  path,
  rect,
  scatter,
  times,
  type Shape,
} from './svg.ts';

/** A loop: a ticket comes in, Goody pecks its holes, the hidden digit turns over, the ticket leaves. */
export const FILM = {
  width: 640,
  height: 360,
  seconds: 5,
  framesPerSecond: 24,
  posterAtSeconds: 3.1,
} as const;

const HOLES = 7;
const FIRST_HOLE_X = 182;
const HOLE_STEP = 50;
const EDGE_Y = 142;
const PECKS_FROM = 0.5;
const PECK_SECONDS = 0.42;
const TURN_FROM = PECKS_FROM + HOLES * PECK_SECONDS;
const TURN_SECONDS = 0.4;
const LEAVE_FROM = 4.55;
const BIRD_SCALE = 0.5;
/** How far before a hole Goody stands, so that the beak meets it. */
const REACH = 84;
const BEAK_DOWN_DEGREES = 57;

/** Strokes of the digits that the ticket shows, in a box of 24 by 36. */
const DIGITS: Readonly<Record<string, string>> = {
  '0': 'M4 10a8 8 0 0 1 16 0V26a8 8 0 0 1 -16 0z',
  '1': 'M6 9L13 3V33',
  '4': 'M16 33V3L3 24H21',
  '7': 'M3 4H21L10 33',
  '8': 'M12 17a7 7 0 1 1 .1 0a8 8 0 1 1 -.1 0z',
};
const CODE = '48071';
const HIDDEN_AT = 3;

const clamp = (value: number): number => Math.min(1, Math.max(0, value));
const easeOut = (value: number): number => 1 - (1 - clamp(value)) ** 3;
const easeIn = (value: number): number => clamp(value) ** 3;
const between = (seconds: number, from: number, duration: number): number =>
  clamp((seconds - from) / duration);

const holeX = (index: number): number => FIRST_HOLE_X + index * HOLE_STEP;
/** The moment at which the beak meets a hole. */
const struckAt = (index: number): number => PECKS_FROM + index * PECK_SECONDS + PECK_SECONDS * 0.72;

function bird(seconds: number): Shape {
  const progress = (seconds - PECKS_FROM) / PECK_SECONDS;
  const index = Math.min(HOLES - 1, Math.max(0, Math.floor(progress)));
  const phase = seconds < PECKS_FROM ? 0 : clamp(progress - index);
  const hop = clamp(phase / 0.45);
  const fromX = holeX(Math.max(0, index - 1));
  const x = fromX + (holeX(index) - fromX) * hop - REACH;
  const jump = Math.sin(hop * Math.PI) * (index === 0 ? 6 : 16);
  const dip = phase > 0.45 ? Math.sin(((phase - 0.45) / 0.55) * Math.PI) : 0;
  const cheer =
    seconds > TURN_FROM + TURN_SECONDS && seconds < LEAVE_FROM
      ? Math.abs(Math.sin((seconds - TURN_FROM) * 9)) * 14
      : 0;
  return at(x, EDGE_Y + 3 - jump - cheer, at(-117, -218, art('mascot-win', 0, 0, 244)), {
    scale: BIRD_SCALE,
    turn: dip * BEAK_DOWN_DEGREES,
  });
}

function holes(seconds: number): Shape {
  return times(HOLES, (index) => {
    const since = seconds - struckAt(index);
    const fall = clamp(since / 0.5);
    const chad =
      since > 0 && fall < 1
        ? circle(holeX(index) + fall * 14, EDGE_Y + 20 + fall * fall * 190, 8, colour('mango-400'))
        : '';
    return draw(circle(holeX(index), EDGE_Y + 20, 9, since > 0 ? ink : colour('mango-600')), chad);
  });
}

function cell(index: number, seconds: number): Shape {
  const turn = between(seconds, TURN_FROM, TURN_SECONDS);
  const hidden = index === HIDDEN_AT && turn < 0.5;
  const squeeze = index === HIDDEN_AT ? Math.max(0.04, Math.abs(Math.cos(turn * Math.PI))) : 1;
  const face = hidden
    ? draw(rect(-34, -40, 68, 80, '#e0a21a', 12), at(0, 0, asterisk(18, ink)))
    : draw(
        rect(-34, -40, 68, 80, ink, 12),
        rect(-34, -40, 68, 40, '#1d2560', 12),
        rect(-34, -12, 68, 12, '#1d2560'),
        at(-18, -27, line(DIGITS[CODE[index] ?? '0'] ?? '', '#fff6dd', 8), { scale: 1.5 }),
      );
  return `<g transform="translate(${168 + index * 78} 232) scale(1 ${squeeze.toFixed(3)})">${face}</g>`;
}

function cheers(seconds: number): Shape {
  const random = scatter(5);
  const since = seconds - TURN_FROM - TURN_SECONDS * 0.6;
  const fills = [hibiscus, leaf, paper, guava, mint];
  return times(16, (index) => {
    const [speed, angle, turn] = [
      120 + random() * 190,
      -Math.PI * (0.15 + random() * 0.7),
      random() * 180,
    ];
    if (since <= 0) return '';
    const x = 402 + Math.cos(angle) * speed * since * 1.3;
    const y = 226 + Math.sin(angle) * speed * since * 1.5 + 260 * since * since;
    return at(x, y, asterisk(8, fills[index % fills.length] ?? paper), {
      turn: turn + since * 200,
    });
  });
}

/** One picture of the film. */
export function ticketFilmFrame(seconds: number): Shape {
  const slide =
    (1 - easeOut(seconds / PECKS_FROM)) * 700 -
    easeIn(between(seconds, LEAVE_FROM, FILM.seconds - LEAVE_FROM)) * 720;
  return draw(
    cloth('film-ground', 'adire', `M0 0h${FILM.width}v${FILM.height}H0z`, 80),
    faded(0.45, rect(0, 0, FILM.width, FILM.height, ink)),
    circle(320, 190, 166, colour('indigo-600')),
    at(
      slide,
      0,
      draw(
        at(324, EDGE_Y + 82, path(ticketOutline(500, 172, 15), ink)),
        at(320, EDGE_Y + 76, path(ticketOutline(500, 172, 15), mango)),
        line('M104 290H536', ink, 5, '0.1 13.5'),
        holes(seconds),
        times(CODE.length, (index) => cell(index, seconds)),
        bird(seconds),
      ),
    ),
    cheers(seconds),
  );
}
