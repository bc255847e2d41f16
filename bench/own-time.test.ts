import { expect, test } from 'vitest';
import { type TraceEvent, withoutWaiting } from './own-time.ts';

const event = (fields: Partial<TraceEvent> & { name: string }): TraceEvent => ({
  ph: 'X',
  pid: 1,
  tid: 1,
  ts: 0,
  ...fields,
});

test('a task lasts as long as its thread computed, and what it did moves along', () => {
  const trace = [
    event({ name: 'RunTask', ts: 1000, dur: 400, tdur: 100 }),
    event({ name: 'Layout', ts: 1200, dur: 200, tdur: 60 }),
    event({ name: 'RunTask', ts: 2000, dur: 50, tdur: 50 }),
  ];
  expect(withoutWaiting(trace)).toEqual([
    { ...trace[0], dur: 100 },
    { ...trace[1], ts: 1050, dur: 50 },
    trace[2],
  ]);
});

test('nothing ends after the task that it happened in', () => {
  const [task, inner] = withoutWaiting([
    event({ name: 'RunTask', ts: 0, dur: 1000, tdur: 333 }),
    event({ name: 'FunctionCall', ts: 1, dur: 999, tdur: 332 }),
  ]);
  const endOf = (each: TraceEvent | undefined): number => (each?.ts ?? 0) + (each?.dur ?? 0);
  expect(endOf(task)).toBe(333);
  expect(endOf(inner)).toBeLessThanOrEqual(endOf(task));
});

test('other threads, moments, and what happened between tasks stay as they are', () => {
  const rest = [
    event({ name: 'Layout', tid: 2, ts: 1200, dur: 200 }),
    event({ name: 'firstContentfulPaint', ph: 'R', ts: 1300 }),
    event({ name: 'Commit', ts: 1700, dur: 20 }),
  ];
  const task = event({ name: 'RunTask', ts: 1000, dur: 400, tdur: 100 });
  expect(withoutWaiting([...rest, task]).slice(0, 3)).toEqual(rest);
});

test('a clock that says more of the thread than of the task changes nothing', () => {
  const task = event({ name: 'RunTask', ts: 1000, dur: 40, tdur: 42 });
  expect(withoutWaiting([task])).toEqual([task]);
});
