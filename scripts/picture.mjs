// Takes the README's picture from the built page: docs/page.png, lesson 2 in English, light, 1280 px wide.
// Not here: building the page (scripts/build), installing Chromium (scripts/test does).
//
//   node scripts/picture.mjs [--out docs/page.png] [--lesson 'Same key or new key'] [--height 1440]
import { mkdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { launchBrowser } from './browser.mjs';
import { serveDist } from './serve-dist.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({
  options: {
    out: { type: 'string', default: join(ROOT, 'docs', 'page.png') },
    lesson: { type: 'string', default: 'Same key or new key' },
    height: { type: 'string', default: '1440' },
  },
});

const server = await serveDist();
const browser = await launchBrowser();
try {
  const page = await browser.newPage({
    viewport: { width: 1280, height: Number(values.height) },
    locale: 'en-GB',
    colorScheme: 'light',
    reducedMotion: 'reduce',
  });
  await page.goto(`${server.url}?lang=en`);
  const lesson = page.locator('a, button, [role=tab], summary').filter({ hasText: values.lesson }).first();
  await lesson.click({ timeout: 15_000 });
  await page.evaluate(() => document.fonts.ready);
  await page.evaluate(() => {
    document.activeElement?.blur();
    scrollTo(0, 0);
  });
  const out = resolve(values.out);
  mkdirSync(dirname(out), { recursive: true });
  await page.screenshot({ path: out, animations: 'disabled' });
  console.log(`picture: ${out}`);
} finally {
  await browser.close();
  await server.close();
}
