import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { judgeHistory } from './judge-history.ts';
import { registerOf, walletOf, type Operation } from './operation.ts';

type Steps = Partial<Pick<Operation, 'appends' | 'reads' | 'outcome'>>;

/** An operation from one moment to another. */
const op = (name: string, beganMs: number, endedMs: number, steps: Steps): Operation => ({
  name,
  beganMs,
  endedMs,
  outcome: 'done',
  ...steps,
});
/** Operations that all run at the same time, so that only their values can contradict each other. */
const together = (...steps: readonly Steps[]): Operation[] =>
  steps.map((step, index) => op(`T${index + 1}`, 0, 100, step));
const later = (reads: Operation['reads'], outcome: Operation['outcome'] = 'done'): Operation =>
  op('later', 200, 300, { ...(reads && { reads }), outcome });
const kindsOf = (operations: readonly Operation[]): string[] =>
  judgeHistory(operations).map(({ kind }) => kind);

const REGISTER = registerOf('v');

describe('an anomaly', () => {
  it.each<[kinds: string, history: Operation[]]>([
    [
      'G0',
      [
        ...together(
          {
            appends: [
              ['x', '1'],
              ['y', '1'],
            ],
          },
          {
            appends: [
              ['x', '2'],
              ['y', '2'],
            ],
          },
        ),
        later([
          ['x', ['1', '2']],
          ['y', ['2', '1']],
        ]),
      ],
    ],
    ['G1a', together({ appends: [['x', '1']], outcome: 'refused' }, { reads: [['x', ['1']]] })],
    [
      'G1b G-single',
      together(
        {
          appends: [
            ['x', '1'],
            ['x', '2'],
          ],
        },
        { reads: [['x', ['1']]] },
      ),
    ],
    [
      'G1c',
      together(
        { appends: [['x', '1']], reads: [['y', ['2']]] },
        { appends: [['y', '2']], reads: [['x', ['1']]] },
      ),
    ],
    [
      'G-single',
      [
        ...together(
          { reads: [['x', []]], appends: [['x', '1']] },
          { reads: [['x', []]], appends: [['x', '2']] },
        ),
        later([['x', ['1', '2']]]),
      ],
    ],
    [
      'G2',
      [
        ...together(
          { reads: [['x', []]], appends: [['y', '1']] },
          { reads: [['y', []]], appends: [['x', '2']] },
        ),
        later([
          ['x', ['2']],
          ['y', ['1']],
        ]),
      ],
    ],
    ['G-single-realtime', [op('append', 0, 10, { appends: [['x', '1']] }), later([['x', []]])]],
    [
      'G1c-realtime',
      [
        op('read', 0, 10, { reads: [['x', ['1']]] }),
        op('append', 20, 30, { appends: [['x', '1']] }),
      ],
    ],
    [
      'G0-realtime',
      [
        op('first', 0, 10, { appends: [['x', '1']] }),
        op('second', 20, 30, { appends: [['x', '2']] }),
        later([['x', ['2', '1']]]),
      ],
    ],
    ['doubled value', together({ appends: [['x', '1']] }, { reads: [['x', ['1', '1']]] })],
    [
      'incompatible order',
      together({ reads: [['x', ['1', '2', '3']]] }, { reads: [['x', ['2']]] }),
    ],
    ['set twice', together({ appends: [[REGISTER, 'by 1']] }, { appends: [[REGISTER, 'by 2']] })],
  ])('%s is found, and nothing else', (kinds, history) => {
    expect(kindsOf(history).join(' ')).toBe(kinds);
  });

  it('is told in words that name what came before what', () => {
    const history = [
      op('Ada is paid', 0, 10, { appends: [[walletOf(7), 'win v']] }),
      op('Ada looks', 20, 30, { reads: [[walletOf(7), []]] }),
    ];
    expect(judgeHistory(history)).toEqual([
      {
        kind: 'G-single-realtime',
        words: 'Ada looks -rw→ Ada is paid, Ada is paid -rt→ 10 ms, 10 ms -rt→ Ada looks',
      },
    ]);
  });
});

describe('what was not answered', () => {
  const append = op('append', 0, Infinity, { appends: [['x', '1']], outcome: 'unknown' });

  it('may have happened at any time afterwards, or never', () => {
    expect(kindsOf([append, later([['x', []]])])).toEqual([]);
    expect(kindsOf([append, later([['x', ['1']]])])).toEqual([]);
    expect(
      kindsOf([append, op('soon', 5, 10, { reads: [['x', []]] }), later([['x', ['1']]])]),
    ).toEqual([]);
  });

  it('cannot have happened before it began, nor be undone', () => {
    const early = op('early', -20, -10, { reads: [['x', ['1']]] });
    expect(kindsOf([early, append])).toEqual(['G1c-realtime']);
    const seen = op('seen', 5, 10, { reads: [['x', ['1']]] });
    expect(kindsOf([append, seen, later([['x', []]])])).toEqual(['G-single-realtime']);
  });

  it('may have set a register that another one is refused', () => {
    const setters = [
      op('T1', 0, Infinity, { appends: [[REGISTER, 'by 1']], outcome: 'unknown' }),
      op('T2', 0, 10, { appends: [[REGISTER, 'by 2']], outcome: 'refused' }),
    ];
    expect(kindsOf([...setters, later([[REGISTER, ['by 1']]])])).toEqual([]);
    expect(kindsOf([...setters, later([[REGISTER, ['by 2']]])])).toEqual(['G1a']);
  });
});

/** A step of a serial execution. */
interface Step {
  /** On which lists. */
  readonly appends: readonly string[];
  readonly reads: readonly string[];
  /** How long before and after its effect it is under way, ms. */
  readonly before: number;
  readonly after: number;
  /** `lost`: it has no answer because nothing happened. */
  readonly outcome: Operation['outcome'] | 'lost';
}

const LISTS = ['x', 'y', 'z'];
const STEP: fc.Arbitrary<Step> = fc.record({
  appends: fc.subarray(LISTS),
  reads: fc.subarray(LISTS),
  before: fc.nat(60),
  after: fc.nat(60),
  outcome: fc.constantFrom('done', 'done', 'done', 'unknown', 'refused', 'lost'),
});
const STEPS = fc.array(STEP, { maxLength: 40 });
const STEP_MS = 10;

/**
 * Does steps one after the other, each at one moment of its time.
 * @param forgotten the step whose appends are lost though they are answered
 */
function execute(steps: readonly Step[], forgotten?: number): Operation[] {
  const lists = new Map<string, string[]>(LISTS.map((list) => [list, []]));
  return steps.map(({ appends, reads, before, after, outcome }, index): Operation => {
    const seen = reads.map((list) => [list, [...(lists.get(list) ?? [])]] as const);
    const hasEffect = outcome === 'done' || outcome === 'unknown';
    if (hasEffect && index !== forgotten)
      for (const list of appends) lists.get(list)?.push(`${index}`);
    const isAnswered = outcome === 'done' || outcome === 'refused';
    return {
      name: `step ${index}`,
      beganMs: index * STEP_MS - before,
      endedMs: isAnswered ? index * STEP_MS + after : Infinity,
      outcome: outcome === 'lost' ? 'unknown' : outcome,
      appends: appends.map((list) => [list, `${index}`]),
      // Who had no answer has read nothing.
      reads: outcome === 'done' ? seen : [],
    };
  });
}

describe('any serial execution', () => {
  it('is clean, however its operations overlap and whichever are not answered', () => {
    fc.assert(
      fc.property(STEPS, (steps) => {
        expect(judgeHistory(execute(steps))).toEqual([]);
      }),
    );
  });

  it('is not clean when an answered append is lost and its list is read afterwards', () => {
    const quick = { before: 0, after: 5, outcome: 'done' } as const;
    const append: Step = { ...quick, appends: ['x'], reads: [] };
    const read: Step = { ...quick, appends: [], reads: ['x'] };
    fc.assert(
      fc.property(STEPS, STEPS, (some, more) => {
        const history = execute([...some, append, ...more, read], some.length);
        expect(judgeHistory(history)).not.toEqual([]);
      }),
    );
  });

  it('of tens of thousands of operations is not too deep', () => {
    const moved = (index: number): readonly string[] => [LISTS[index % LISTS.length] ?? ''];
    const steps = Array.from({ length: 20_000 }, (_, index): Step => {
      const isRead = index % 1_000 === 999;
      const spread = { before: index % 60, after: index % 50, outcome: 'done' } as const;
      return { ...spread, appends: isRead ? [] : moved(index), reads: isRead ? LISTS : [] };
    });
    expect(judgeHistory(execute(steps))).toEqual([]);
  });
});
