import { describe, expect, it } from 'vitest';
import { drawCode } from '../money-command.ts';

describe('drawing a code', () => {
  it('gives 13 digits, others each time', () => {
    const codes = Array.from({ length: 200 }, () => drawCode());
    for (const code of codes) expect(code).toMatch(/^\d{13}$/);
    expect(new Set(codes).size).toBe(200);
  });

  it('passes over the bytes that would favour low digits, and draws more for them', () => {
    const rounds = [
      Uint8Array.from([250, 251, 252, 253, 254, 255, 0, 9, 10, 249, 123, 45, 6]),
      Uint8Array.from({ length: 13 }, () => 7),
    ];
    expect(drawCode(() => rounds.shift() ?? new Uint8Array(13))).toBe('0909356777777');
    expect(rounds).toHaveLength(0);
  });
});
