import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import { errorMessage } from '../../../../contract/errors.ts';
import { fail, ok, type Failure, type Result } from '../../../../contract/result.ts';
import { AppRouter } from '../../../platform/routing/router.tsx';
import { buttonNamed, render } from '../../../ui/test-render.ts';
import MailedLinkPage from './mailed-link-page.tsx';

const asked: unknown[] = [];
let answer: Result<{ readonly message: string }>;
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: (call: (worker: object) => unknown) =>
    call({
      openMailedLink: async (...link: unknown[]) => {
        asked.push(link);
        return answer;
      },
    }),
}));

beforeEach(() => {
  asked.length = 0;
  answer = ok({ message: 'Done' });
});

function openPage(path: string, search = '?token=t-1'): HTMLElement {
  history.replaceState(null, '', `${path}${search}`);
  const { container } = render(
    <AppRouter path={path} search={search}>
      <MailedLinkPage />
    </AppRouter>,
  );
  return container;
}

const tap = (container: HTMLElement, name: string): Promise<void> =>
  act(async () => buttonNamed(container, name).click());

test.each([
  ['/freeze', 'Freeze my account', 'freeze', 'Your account is frozen', '/forgot-password'],
  ['/unfreeze', 'Unfreeze my account', 'unfreeze', 'Your account is unfrozen', '/profile'],
  ['/undo-email', 'Undo the change', 'email/undo', 'Your address is back', '/forgot-password'],
])('%s does nothing until its button is tapped, and says then what it has done', async (...row) => {
  const [path, name, link, title, next] = row;
  const container = openPage(path);
  expect(asked).toEqual([]);
  await tap(container, name);
  expect(asked).toEqual([[link, 't-1']]);
  expect(container.querySelector('h1')?.textContent).toBe(title);
  expect(container.querySelector('main a')?.getAttribute('href')).toBe(next);
});

test('a link that is no longer valid is said to be so, and to have worked where an answer was lost', async () => {
  const refuse = (code: Failure['code'], status?: number): void => {
    answer = fail({ code, message: errorMessage(code), ...(status && { status }) });
  };
  const container = openPage('/unfreeze');
  refuse('link_expired', 422);
  await tap(container, 'Unfreeze my account');
  expect(container.textContent).toContain('This link is no longer valid');
  expect(container.textContent).not.toContain('first try');
  refuse('timeout');
  await tap(container, 'Unfreeze my account');
  refuse('link_expired', 422);
  await tap(container, 'Unfreeze my account');
  expect(container.textContent).toContain('If your first try has arrived, it has done its work');
});

test('without a token there is nothing to tap', () => {
  const container = openPage('/freeze', '');
  expect(container.querySelector('button')).toBeNull();
  expect(container.textContent).toContain('Open this page with the link in our mail.');
});
