import { act } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { toasts } from '../../../platform/toast-store.ts';
import { click, one, render } from '../../../ui/test-render.ts';
import { VideoPlayer } from './video-player.tsx';

/** Moves the video into sight or out of it. */
let scroll: (isInSight: boolean) => void;
let reducesMotion: boolean;

beforeEach(() => {
  reducesMotion = false;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(callback: IntersectionObserverCallback) {
        scroll = (isInSight) =>
          act(() => {
            const entry = { intersectionRatio: isInSight ? 1 : 0 } as IntersectionObserverEntry;
            callback([entry], this as unknown as IntersectionObserver);
          });
      }
      observe(): void {}
      disconnect(): void {}
    },
  );
  vi.stubGlobal('matchMedia', () => ({ matches: reducesMotion }));
  stubPlayback();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  Reflect.deleteProperty(navigator, 'connection');
});

/** A video that plays and pauses without any pictures. */
function stubPlayback(): void {
  const playing = new WeakSet<HTMLMediaElement>();
  vi.spyOn(HTMLMediaElement.prototype, 'paused', 'get').mockImplementation(function (
    this: HTMLMediaElement,
  ) {
    return !playing.has(this);
  });
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(async function (
    this: HTMLMediaElement,
  ) {
    playing.add(this);
    this.dispatchEvent(new Event('play'));
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(function (
    this: HTMLMediaElement,
  ) {
    playing.delete(this);
    this.dispatchEvent(new Event('pause'));
  });
}

const slowDown = (connection: object): void =>
  void Object.defineProperty(navigator, 'connection', { value: connection, configurable: true });

const player = (source: string) => (
  <VideoPlayer source={source} poster="" bytes={2_100_000} isAsked={false} />
);
const show = (): HTMLElement => render(player('/covers/a.mp4')).container;
const video = (container: HTMLElement) => container.querySelector('video');
const button = (container: HTMLElement, label: string) => one(container, `[aria-label="${label}"]`);

test('plays by itself, without sound, as it comes into sight, and rests out of it', () => {
  const container = show();
  expect(video(container)).toBeNull();
  scroll(true);
  expect(video(container)?.paused).toBe(false);
  expect(video(container)?.muted).toBe(true);
  scroll(false);
  expect(video(container)?.paused).toBe(true);
  scroll(true);
  expect(video(container)?.paused).toBe(false);
});

test('a visitor who pauses it is not overruled when it comes into sight again', () => {
  const container = show();
  scroll(true);
  click(button(container, 'Pause video'));
  expect(video(container)?.paused).toBe(true);
  scroll(false);
  scroll(true);
  expect(video(container)?.paused).toBe(true);
  click(button(container, 'Play video'));
  expect(video(container)?.paused).toBe(false);
});

test.each([
  ['data saver', () => slowDown({ saveData: true, effectiveType: '4g' })],
  ['a slow connection', () => slowDown({ effectiveType: '3g' })],
  ['reduced motion', () => (reducesMotion = true)],
])('with %s it waits as a still that says its size', (_, surround) => {
  surround();
  const container = show();
  scroll(true);
  expect(video(container)).toBeNull();
  click(button(container, 'Play video (2.1 MB)'));
  expect(video(container)?.paused).toBe(false);
});

test('sound is turned on by hand, and how far it is is shown', () => {
  const container = show();
  scroll(true);
  click(button(container, 'Turn sound on'));
  const element = video(container);
  expect(element?.muted).toBe(false);
  vi.spyOn(HTMLMediaElement.prototype, 'duration', 'get').mockReturnValue(8);
  vi.spyOn(HTMLMediaElement.prototype, 'currentTime', 'get').mockReturnValue(2);
  act(() => void element?.dispatchEvent(new Event('timeupdate')));
  expect(one(container, '[role=progressbar]').getAttribute('aria-valuenow')).toBe('25');
});

test('one that cannot be loaded is a still again, and does not try by itself', () => {
  const container = show();
  scroll(true);
  act(() => void video(container)?.dispatchEvent(new Event('error')));
  expect(video(container)).toBeNull();
  scroll(false);
  scroll(true);
  expect(video(container)).toBeNull();
});

test('a visitor who plays one that cannot be played is told; nobody who did not ask for it', () => {
  const container = show();
  const fail = (): void => act(() => void video(container)?.dispatchEvent(new Event('error')));
  scroll(true);
  fail();
  expect(toasts.get()).toEqual([]);
  click(button(container, 'Play video (2.1 MB)'));
  fail();
  expect(toasts.get().map(({ message }) => message)).toEqual(['This video could not be played.']);
});

test('a film that takes the place of one that plays waits for a tap', () => {
  const { container, rerender } = render(player('/covers/a.mp4'));
  scroll(true);
  expect(button(container, 'Pause video')).toBeDefined();
  rerender(player('/covers/b.mp4'));
  expect(video(container)?.getAttribute('src')).toBe('/covers/b.mp4');
  click(button(container, 'Play video'));
  expect(video(container)?.paused).toBe(false);
});
