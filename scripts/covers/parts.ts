import { colour, hibiscus, ink, mango } from './palette.ts';
import { at, circle, draw, line, path, rect, type Shape } from './svg.ts';

/** The brand's asterisk: a hidden digit, also stamped on coins. Centred on 0,0. */
export function asterisk(radius: number, fill: string): Shape {
  const [dx, dy] = [radius * Math.cos(Math.PI / 6), radius / 2];
  return line(
    `M0 ${-radius}V${radius}M${-dx} ${-dy}L${dx} ${dy}M${-dx} ${dy}L${dx} ${-dy}`,
    fill,
    radius * 0.6,
  );
}

export const coin = (radius: number): Shape =>
  draw(
    circle(0, 0, radius, colour('mango-600')),
    circle(0, -radius * 0.06, radius * 0.9, colour('mango-400')),
    circle(0, -radius * 0.06, radius * 0.74, mango),
    at(0, -radius * 0.06, asterisk(radius * 0.36, '#7a4b00')),
  );

/** A ticket's outline with a notch on either side, centred on 0,0. */
export function ticketOutline(
  width: number,
  height: number,
  notch: number,
  radius = notch,
): string {
  const [x, y] = [width / 2, height / 2];
  const corner = (dx: number, dy: number) => `a${radius} ${radius} 0 0 1 ${dx} ${dy}`;
  const bite = (dy: number) => `a${notch} ${notch} 0 0 0 0 ${dy}`;
  return `M${-x + radius} ${-y}H${x - radius}${corner(radius, radius)}V${-notch}${bite(2 * notch)}V${y - radius}${corner(-radius, radius)}H${-x + radius}${corner(-radius, -radius)}V${notch}${bite(-2 * notch)}V${-y + radius}${corner(radius, -radius)}z`;
}

/** A small ticket with an asterisk and a perforation. */
export const smallTicket = (width: number, stock: string, mark = hibiscus): Shape =>
  draw(
    path(ticketOutline(width, width * 0.62, width * 0.08), stock),
    line(
      `M${width * 0.22} ${-width * 0.22}V${width * 0.24}`,
      ink,
      width * 0.03,
      `0.1 ${width * 0.075}`,
    ),
    at(-width * 0.12, 0, asterisk(width * 0.15, mark)),
    rect(width * 0.3, -width * 0.12, width * 0.09, width * 0.24, ink, width * 0.03),
  );

/** Arcs of a signal that spreads upwards from 0,0. */
export const signal = (
  radii: readonly number[],
  stroke: string,
  width: number,
  spread = 0.82,
): Shape =>
  draw(
    radii.map((r) => {
      const [x, y] = [r * Math.sin(spread), -r * Math.cos(spread)];
      return line(`M${-x} ${y}A${r} ${r} 0 0 1 ${x} ${y}`, stroke, width);
    }),
  );

/** An acacia: flat crown on a forked trunk; the foot stands on 0,0. */
export const acacia = (crown: string, trunk: string): Shape =>
  draw(
    line(
      'M0 0C-4 -40 4 -70 0 -96M0 -60C-14 -84 -34 -96 -52 -106M0 -70C16 -90 34 -98 56 -108',
      trunk,
      9,
    ),
    path(
      'M-108 -104C-96 -140 -50 -152 -8 -148C40 -160 96 -146 112 -108C70 -98 40 -112 4 -104C-34 -96 -74 -94 -108 -104z',
      crown,
    ),
  );
