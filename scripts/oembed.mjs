// Writes dist/oembed/lesson-N.LANG.json: what a site learns that asks how a lesson is embedded (oEmbed 1.0, type `rich`,
// https://oembed.com). Static files, one for each lesson and language: the `<link>` of the lesson's page names the right one.
// Owns their text. Not here: the lessons' pages, the words (src/app/text), the figures' heights (static/embed.js).
//
// An oEmbed answer is used on another site, where a relative address means nothing. So SITE_URL names the address at which dist/
// will be served; without it addresses are relative to the JSON file, which a consumer that resolves them can use, and
// `provider_url`, which has to be absolute, is left out.
//
//   SITE_URL=https://example.org/retry/ node scripts/oembed.mjs [--dir dist]
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
export const LESSONS = 7;
export const LANGUAGES = ['zh', 'en'];
const WIDTH = 720;

const read = (...path) => readFileSync(join(ROOT, ...path), 'utf8');
/** A text as a quoted attribute's value, or as text. */
export const escaped = (text) => text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

/** The address that SITE_URL gives, with a slash at its end; undefined where it is not set. Throws where it is none. */
export function siteUrl(given = process.env.SITE_URL) {
  if (!given) return undefined;
  const url = new URL(given.endsWith('/') ? given : `${given}/`);
  if (!/^https?:$/.test(url.protocol) || url.search || url.hash) throw new Error(`SITE_URL is to be an http(s) address without query or fragment, not '${given}'`);
  return url.href;
}

/** The page's name and the lessons' titles in a language, from the texts of the page itself. */
function titles(lang) {
  const text = (of, name) => {
    const found = [...read('src/app/text', lang, of).matchAll(new RegExp(`\\b${name}: "([^"\\\\]+)"`, 'g'))].map(([, value]) => value);
    if (found.length === 0) throw new Error(`src/app/text/${lang}/${of} has no ${name}`);
    return found;
  };
  const [name] = text('page.rs', 'title');
  const lessons = [...text('lessons.rs', 'title'), text('page.rs', 'gap')[0], text('page.rs', 'failures')[0]];
  if (lessons.length !== LESSONS) throw new Error(`${lessons.length} lessons have a title in ${lang}, not ${LESSONS}`);
  return { name, lessons };
}

/** The height of each lesson's figure at WIDTH. */
function heights() {
  const rows = JSON.parse(/HEIGHTS = (\[\[[^;]*\]\]);/.exec(read('static/embed.js'))[1]);
  return rows.map(([wide]) => wide);
}

/** A lesson's (from 1) oEmbed answer. */
export function oembed(lesson, lang, site = siteUrl()) {
  const { name, lessons } = titles(lang);
  const title = `${lessons[lesson - 1]} · ${name}`;
  const height = heights()[lesson - 1];
  const src = `${site ?? '../'}?embed=1&lesson=lesson-${lesson}&lang=${lang}`;
  const frame = `<iframe src="${escaped(src)}" title="${escaped(title)}" width="${WIDTH}" height="${height}" loading="lazy" frameborder="0"></iframe>`;
  const provider = site ? { provider_name: name, provider_url: site } : { provider_name: name };
  return { version: '1.0', type: 'rich', title, ...provider, cache_age: 86_400, width: WIDTH, height, html: frame };
}

/** Where a lesson's answer stands in dist/. */
export const oembedFile = (lesson, lang) => `oembed/lesson-${lesson}.${lang}.json`;

/**
 * The `<link>` for a lesson's (from 1) own page. `base` leads from that page to dist/, such as `../`, and is used where SITE_URL
 * is not set.
 */
export function oembedLink(lesson, lang, { base = '', site = siteUrl() } = {}) {
  const { title } = oembed(lesson, lang, site);
  return `<link rel="alternate" type="application/json+oembed" href="${escaped((site ?? base) + oembedFile(lesson, lang))}" title="${escaped(title)}">`;
}

function main() {
  const { values } = parseArgs({ options: { dir: { type: 'string', default: join(ROOT, 'dist') } } });
  const site = siteUrl();
  mkdirSync(join(values.dir, 'oembed'), { recursive: true });
  for (let lesson = 1; lesson <= LESSONS; lesson += 1) {
    for (const lang of LANGUAGES) {
      writeFileSync(join(values.dir, oembedFile(lesson, lang)), `${JSON.stringify(oembed(lesson, lang, site), undefined, 2)}\n`);
    }
  }
  const where = site ? `for ${site}` : 'with relative addresses: SITE_URL is not set, and other sites need it';
  console.log(`oembed: ${LESSONS * LANGUAGES.length} answers in oembed/, ${where}`);
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  try {
    main();
  } catch (error) {
    console.error(`oembed: ${error.message}`);
    process.exitCode = 1;
  }
}
