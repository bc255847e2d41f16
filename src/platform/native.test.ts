import { afterEach, expect, test, vi } from 'vitest';

import { vibrate } from './native.ts';

const own = vi.fn();
const native = vi.fn();

function device({ isStill = false, wasTouched = true }): void {
  vi.stubGlobal('matchMedia', () => ({ matches: isStill }));
  vi.stubGlobal('navigator', { vibrate: own, userActivation: { hasBeenActive: wasTouched } });
}

afterEach(() => {
  vi.unstubAllGlobals();
  own.mockReset();
  native.mockReset();
});

test('a browser vibrates by itself, once it was touched', () => {
  device({});
  vibrate('success');
  expect(own).toHaveBeenCalledExactlyOnceWith([60]);
  device({ wasTouched: false });
  vibrate('error');
  expect(own).toHaveBeenCalledOnce();
});

test('a wrapper is asked first, and its fault harms nobody', () => {
  device({});
  native.mockImplementation(() => {
    throw new Error('no motor');
  });
  vi.stubGlobal('GoodiesNative', { version: 1, vibrate: native });
  vibrate('error');
  expect(native).toHaveBeenCalledExactlyOnceWith([40, 60, 40]);
  expect(own).not.toHaveBeenCalled();
});

test('a wrapper of another version is none', () => {
  device({});
  vi.stubGlobal('GoodiesNative', { version: 2, vibrate: native });
  vibrate('success');
  expect([native.mock.calls.length, own.mock.calls.length]).toEqual([0, 1]);
});

test('nothing moves where less motion is wanted, or nothing can', () => {
  device({ isStill: true });
  vi.stubGlobal('GoodiesNative', { version: 1, vibrate: native });
  vibrate('success');
  expect([native.mock.calls.length, own.mock.calls.length]).toEqual([0, 0]);
  vi.unstubAllGlobals();
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('navigator', {});
  expect(() => vibrate('success')).not.toThrow();
});
