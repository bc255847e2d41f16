import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findBrowser } from './find-browser.ts';

let folder = '';

/** A program that ends with this exit code when asked for its version. */
function install(name: string, exitCode = 0): string {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\nexit ${exitCode}\n`);
  chmodSync(file, 0o755);
  return file;
}

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'goodies-browser-'));
  vi.stubEnv('PATH', folder);
  vi.stubEnv('CHROMIUM_PATH', '');
  vi.spyOn(chromium, 'executablePath').mockReturnValue(path.join(folder, 'none'));
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true });
});

describe('finding a browser', () => {
  it('takes CHROMIUM_PATH before everything else', () => {
    const chosen = install('my-browser');
    install('chromium');
    vi.stubEnv('CHROMIUM_PATH', chosen);
    expect(findBrowser()).toEqual({ path: chosen, source: 'CHROMIUM_PATH' });
  });

  it('refuses a CHROMIUM_PATH that is no program rather than taking another browser', () => {
    install('chromium');
    vi.stubEnv('CHROMIUM_PATH', path.join(folder, 'missing'));
    expect(() => findBrowser()).toThrow('CHROMIUM_PATH');
  });

  it("takes Playwright's own before an installed one", () => {
    const own = install('playwright-chromium');
    install('chromium');
    vi.spyOn(chromium, 'executablePath').mockReturnValue(own);
    expect(findBrowser()).toEqual({ path: own, source: 'Playwright' });
  });

  it('passes over a stub that cannot tell its version', () => {
    install('chromium', 1);
    const chrome = install('google-chrome');
    expect(findBrowser()).toEqual({ path: chrome, source: 'this machine' });
  });
});
