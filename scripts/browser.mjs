// Starts Chromium for the end-to-end tests, the step-work measurement and the picture. Owns the flags and the choice of
// the program (CHROMIUM, else Debian's); playwright-core never downloads one.
// Not here: pages, sizes, languages: each caller makes its own context.
import { chromium } from 'playwright-core';

/** What keeps Chromium off the network and within a container. The browser tests in Rust have theirs in webdriver.json. */
export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A Playwright browser with a fresh profile; `options` are those of `chromium.launch`, their `args` come after FLAGS. */
export function launchBrowser({ args = [], ...options } = {}) {
  return chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    headless: true,
    args: [...FLAGS, ...args],
    ...options,
  });
}
