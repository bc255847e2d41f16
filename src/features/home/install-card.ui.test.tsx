import { act } from 'react';
import { afterEach, expect, it, vi } from 'vitest';

import { LOCAL } from '../../../contract/storage-keys.ts';
import { noteEngagement, watchInstallPrompt } from '../../platform/pwa/install-prompt.ts';
import { buttonNamed, render, settle, until } from '../../ui/test-render.ts';
import { InstallCard } from './install-card.tsx';

vi.stubGlobal('matchMedia', () => ({ matches: false }));
watchInstallPrompt();

let container: HTMLElement;

/** Home is opened anew. */
async function openHome(): Promise<void> {
  ({ container } = render(<InstallCard />));
  await settle();
}

const offerOf = (outcome: 'accepted' | 'dismissed') => {
  const event = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), {
    prompt: vi.fn(async () => ({ outcome })),
  });
  dispatchEvent(event);
  return event;
};
const tap = (name: string): Promise<void> => act(async () => buttonNamed(container, name).click());
const text = (): string => container.textContent;

afterEach(() => {
  localStorage.clear();
  Reflect.deleteProperty(navigator, 'standalone');
});

it('waits for a first deed, asks once, and stays away for three days after a no', async () => {
  const first = offerOf('dismissed');
  expect(first.defaultPrevented).toBe(true);
  await openHome();
  expect(text()).toBe('');

  noteEngagement();
  await openHome();
  expect(text()).toContain('Install Goodies');
  await tap('Install');
  expect(first.prompt).toHaveBeenCalledTimes(1);
  expect(text()).toBe('');

  offerOf('accepted');
  await openHome();
  expect(text()).toBe('');
  localStorage.setItem(LOCAL.installDismissedAt, String(Date.now() - 259_200_000));
  await openHome();
  expect(text()).toContain('Install Goodies');
});

it('is put away by its cross', async () => {
  noteEngagement();
  offerOf('accepted');
  await openHome();
  await tap('Not now');
  expect(text()).toBe('');
  await openHome();
  expect(text()).toBe('');
});

it('says on an iPhone how it is done', async () => {
  dispatchEvent(new Event('appinstalled'));
  Object.defineProperties(navigator, {
    standalone: { value: false, configurable: true },
    maxTouchPoints: { value: 5, configurable: true },
  });
  noteEngagement();
  await openHome();
  await tap('How');
  await until(() => expect(text()).toContain('Add to Home Screen'));
  await tap('Not now');
  expect(text()).toBe('');
});
