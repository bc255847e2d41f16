import { describe, expect, test } from 'vitest';
import { codeCells, columnsOf, newlyOpened, type CodeMode } from './code-cells.ts';

const states = (masked: string, guess: string, mode: CodeMode, opened?: number[]) =>
  codeCells(masked, guess, mode, opened).map(({ state }) => state);

describe('the look of each place', () => {
  test('shown: digits are known, asterisks hidden', () => {
    expect(states('4*8', '4*8', 'shown')).toEqual(['known', 'hidden', 'known']);
  });
  test('typing: the first empty place is open, filled ones show their digit', () => {
    expect(codeCells('4**8*', '41*8*', 'typing')).toEqual([
      { digit: '4', state: 'known' },
      { digit: '1', state: 'filled' },
      { digit: '*', state: 'open' },
      { digit: '8', state: 'known' },
      { digit: '*', state: 'hidden' },
    ]);
  });
  test('typing a complete guess leaves nothing open', () => {
    expect(states('4**', '412', 'typing')).toEqual(['known', 'filled', 'filled']);
  });
  test('wrong: what was typed is bad, what is printed is not', () => {
    expect(states('4*8*', '4182', 'wrong')).toEqual(['known', 'bad', 'known', 'bad']);
  });
  test('limited: every hidden place is closed, whatever was typed', () => {
    expect(codeCells('4*8', '418', 'limited')[1]).toEqual({ digit: '*', state: 'off' });
  });
  test('a revealed digit is new', () => {
    expect(states('418', '418', 'shown', [1])).toEqual(['known', 'new', 'known']);
  });
  test('a guess that is too short counts as not typed', () => {
    expect(states('4**', '4', 'typing')).toEqual(['known', 'open', 'hidden']);
  });
});

test('newly opened places are those that changed from hidden to a digit', () => {
  expect(newlyOpened('4*8*', '418*')).toEqual([1]);
  expect(newlyOpened('4*8*', '4182')).toEqual([1, 3]);
  expect(newlyOpened('4*8*', '4*8*')).toEqual([]);
  expect(newlyOpened('4*8*', '418')).toEqual([]);
});

test('up to ten digits stand in one row, more in two even rows', () => {
  expect([4, 10, 11, 13].map(columnsOf)).toEqual([4, 10, 6, 7]);
});
