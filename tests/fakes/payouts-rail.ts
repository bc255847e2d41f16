import type { Fault, FakeGateway, Json } from './fake-gateway.ts';

/** A company that pays out, as both fakes look to a test. */
export interface FakeRail {
  readonly gateway: FakeGateway;
  /** Bodies of the transfers that it took, the first first. */
  readonly taken: readonly Json[];
  /** Ends a transfer: `paid`, `failed`, or `reversed` after it was paid. */
  end(reference: string, how: 'paid' | 'failed' | 'reversed'): void;
  /** How it looks an account up from now on. */
  lookUp: 'found' | 'unknown' | 'broken';
}

/** What can go wrong with a transfer that a rail is handed. */
export const RAIL_FAULTS = {
  'the connection broke before': { kind: 'broken' },
  'its answer got lost': { kind: 'answers', answer: { status: 200, body: '' } },
  'it answered with an error': { kind: 'answers', answer: { status: 502, body: '<html>' } },
  'it answered about another': {
    kind: 'answers',
    answer: {
      status: 200,
      body: { status: true, data: { id: 1, reference: 'another', status: 'success' } },
    },
  },
} as const satisfies Record<string, Fault>;

/** Where both companies take transfers. */
export const TRANSFERS = /\/transfers?$/;
