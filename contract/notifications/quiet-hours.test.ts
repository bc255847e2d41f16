import { describe, expect, it } from 'vitest';

import { quietUntil } from './quiet-hours.ts';

const LAGOS = 'Africa/Lagos';
/** A time of 22 November, in UTC; Lagos is an hour ahead, Nairobi three. */
const at = (time: string): number => Date.parse(`2026-11-22T${time}Z`);

describe('quiet hours', () => {
  it.each([
    ['before they begin', '20:59:59', null],
    ['as they begin', '21:00:00', '2026-11-23T06:00:00.000Z'],
    ['within a minute', '21:00:30', '2026-11-23T06:00:00.000Z'],
    ['after midnight', '23:30:00', '2026-11-23T06:00:00.000Z'],
    ['just before they end', '05:59:59', '2026-11-22T06:00:00.000Z'],
    ['as they end', '06:00:00', null],
  ])('go over midnight where the user is: %s', (_when, time, end) => {
    const until = quietUntil(at(time), { from: '22:00', to: '07:00' }, LAGOS);
    expect(until === null ? null : new Date(until).toISOString()).toBe(end);
  });

  it('lie within a day', () => {
    const noon = { from: '12:00', to: '14:30' };
    expect(quietUntil(at('09:00:00'), noon, 'Africa/Nairobi')).toBe(at('11:30:00'));
    expect(quietUntil(at('09:00:00'), noon, 'Africa/Accra')).toBeNull();
  });

  it('are none from a time to the same', () => {
    expect(quietUntil(at('09:00:00'), { from: '10:00', to: '10:00' }, LAGOS)).toBeNull();
  });
});
