// Takes the lessons' social pictures, which chats and search engines show, from the built page: static/social/, 1200×630,
// light, one a lesson and language. To be run, and the pictures committed, when a lesson's figure changes.
// Not here: building the page (scripts/build), the README's picture (picture.mjs).
//
//   node scripts/social.mjs [FOLDER]
import { mkdirSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from './browser.mjs';
import { serveDist } from './serve-dist.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const out = resolve(process.argv[2] ?? join(ROOT, 'static', 'social'));
/** The name and the figure alone, as large as the picture. */
const ALONE = `.top-tools, .depths, .story > :not(.lesson-title), .inspect, .foot, .transport, .skip, .stage-tools { display: none !important; }
  .page { display: block; padding-top: 12px; } .top { padding-block: 14px; } .story { border: 0; } .board { max-height: none !important; }
  .lesson-title { font-size: 34px !important; margin: 0 0 4px; } .stage-head h2 { font-size: 21px !important; font-weight: 400; }`;

mkdirSync(out, { recursive: true });
const server = await serveDist();
const browser = await launchBrowser();
try {
  const context = await browser.newContext({ viewport: { width: 1200, height: 630 }, colorScheme: 'light', reducedMotion: 'reduce', bypassCSP: true });
  const page = await context.newPage();
  for (const file of readdirSync(join(ROOT, 'dist')).filter((name) => /^lesson-\d\.\w+\.html$/.test(name))) {
    await page.goto(server.url + file);
    await page.locator('#app:not(.is-waiting) #board').waitFor();
    await page.addStyleTag({ content: ALONE });
    await page.evaluate(() => document.fonts.ready);
    await page.screenshot({ path: join(out, file.replace('.html', '.png')), animations: 'disabled' });
  }
  console.log(`social: ${out}`);
} finally {
  await browser.close();
  await server.close();
}
