import { beforeEach, expect, test, vi } from 'vitest';

import type { NewCaseBody } from '../../../../contract/cases.ts';
import { fail, ok, type Result } from '../../../../contract/result.ts';
import type { KnownCase } from '../../../../local/queries/cases.ts';
import { CASE_A, sampleCase, sampleTransaction } from '../../../../local/testing/samples.ts';
import { buttonNamed, click, one, render, settle, type } from '../../../ui/test-render.ts';
import { TransactionCases } from './transaction-cases.tsx';
// Loaded before the tap, so that the sheet opens at once.
import './report-sheet.tsx';

const reportCase = vi.fn<(report: Partial<NewCaseBody>) => Promise<Result<string>>>();
const deliverOutbox = vi.fn<() => void>();
let cases: readonly KnownCase[] = [];
vi.mock('./use-cases.ts', () => ({ useCasesAbout: () => cases }));
vi.mock('../../../platform/tracking.ts', () => ({ deliverOutbox: () => deliverOutbox() }));
vi.mock('../../../platform/worker/data-worker.ts', () => {
  const worker = { reportCase: (report: object) => reportCase(report) };
  return { callWorker: (call: (worker: object) => unknown) => call(worker) };
});

beforeEach(() => {
  cases = [];
  vi.clearAllMocks();
});

const receipt = <TransactionCases transaction={sampleTransaction()} />;
const links = (of: ParentNode) =>
  [...of.querySelectorAll('a')].map(({ textContent }) => textContent);

async function openSheet(container: HTMLElement): Promise<HTMLElement> {
  await settle();
  click(buttonNamed(container, /Report a problem/));
  await settle();
  return one(container, 'form');
}

function fillIn(form: HTMLElement, text: string): void {
  const [first] = form.querySelectorAll<HTMLInputElement>('[type=radio]');
  if (first) click(first);
  type(one(form, 'textarea'), text);
}

async function send(form: HTMLElement): Promise<void> {
  click(buttonNamed(form, 'Send'));
  await settle();
}

test('a problem is reported with a category and a text, and then stands on the receipt', async () => {
  reportCase.mockImplementation(async () => {
    cases = [{ ...sampleCase(), unsent: {} }];
    return ok(CASE_A);
  });
  const { container, rerender } = render(receipt);
  const form = await openSheet(container);
  expect(form.textContent).toContain('We attach the receipt: Withdrawal, ₦100, wd_01');
  await send(form);
  expect(form.textContent).toContain('Please choose what is wrong');
  expect(form.textContent).toContain('Please say what happened');
  expect(reportCase).not.toHaveBeenCalled();

  fillIn(form, ' It never came ');
  expect(form.textContent).toContain('15 of 1,000 characters');
  await send(form);
  expect(reportCase).toHaveBeenCalledExactlyOnceWith({
    reference: 'wd_01',
    transactionId: 't1',
    category: 'not_delivered',
    text: 'It never came',
  });
  expect(deliverOutbox).toHaveBeenCalledOnce();
  expect(container.querySelector('form')).toBeNull();
  rerender(<TransactionCases transaction={sampleTransaction()} />);
  expect(links(container)).toEqual(['Case 1a2b3c4d: waiting']);
  expect(container.querySelector('button')).toBeNull();
});

test('what cannot be stored is said, and nothing typed is lost', async () => {
  reportCase.mockResolvedValue(fail({ code: 'storage_full', message: 'The phone is full' }));
  const { container } = render(receipt);
  const form = await openSheet(container);
  fillIn(form, 'Twice');
  await send(form);
  expect(one(form, '[role=alert]').textContent).toBe('The phone is full');
  expect((one(form, 'textarea') as HTMLTextAreaElement).value).toBe('Twice');
  expect(deliverOutbox).not.toHaveBeenCalled();
});

test.each([
  ['open', sampleCase(), false],
  ['decided', sampleCase({ status: 'decided' }), true],
  ['not sent', { ...sampleCase(), unsent: { isRefused: true } }, true],
] as const)(
  'a case that is %s is linked, and a new one offered only if none runs',
  (word, known, isOffered) => {
    cases = [known];
    const { container } = render(receipt);
    expect(links(container)).toEqual([`Case 1a2b3c4d: ${word}`]);
    expect(container.querySelector('button') !== null).toBe(isOffered);
    expect(one(container, 'a').getAttribute('href')).toBe(`/cases/${CASE_A}`);
  },
);
