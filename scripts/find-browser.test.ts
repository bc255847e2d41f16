import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { findBrowser, findHeadlessShell } from './find-browser.ts';

let folder = '';

/** A program that says this, and ends with this exit code, when asked for its version. */
function install(name: string, exitCode = 0, said = 'Chromium 1.2.3'): string {
  const file = path.join(folder, name);
  writeFileSync(file, `#!/bin/sh\necho ${said}\nexit ${exitCode}\n`);
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
    expect(findBrowser()).toBe(chosen);
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
    expect(findBrowser()).toBe(own);
  });

  it('passes over a stub that cannot tell its version', () => {
    install('chromium', 1);
    const chrome = install('google-chrome');
    expect(findBrowser()).toBe(chrome);
  });
});

describe('finding the headless shell', () => {
  const browserThatSays = (said: string) => install('chromium', 0, said);

  it('takes the one of the same version, whatever else is said with it', () => {
    const shell = install('chromium-headless-shell');
    expect(findHeadlessShell(browserThatSays('Chromium 1.2.3 built on Debian'))).toBe(shell);
  });

  it('takes none of another version, which would be another browser', () => {
    install('chromium-headless-shell');
    expect(findHeadlessShell(browserThatSays('Chromium 1.2.4'))).toBeUndefined();
  });

  it('takes none where nothing tells a version', () => {
    install('chromium-headless-shell', 0, 'nothing');
    expect(findHeadlessShell(browserThatSays('nothing'))).toBeUndefined();
    rmSync(path.join(folder, 'chromium-headless-shell'));
    expect(findHeadlessShell(browserThatSays('Chromium 1.2.3'))).toBeUndefined();
  });
});
