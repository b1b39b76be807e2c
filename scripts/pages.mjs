// A step of trunk's post_build hook (after-build.mjs): makes the pages that stand before any program runs out of the built
// page and what `prerender` wrote into target/stills: index.html with
// the first lesson in both languages, and lesson-N.LANGUAGE.html for each lesson. Then gives every page its
// Content-Security-Policy.
//
// Owns the documents around the still figures, which style each still element has, the policy. Not here: what the
// figures show (src/ui/still.rs), the boot script (index.html), minifying (shrink.mjs).
//
// Where SITE_URL is set (oembed.mjs), links between languages, canonical addresses and pictures are absolute, as search
// engines and chats want them. Without it they are relative.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformSync } from 'esbuild';
import { escaped, oembedLink, siteUrl } from './oembed.mjs';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const STILLS = join(ROOT, 'target', 'stills');
const site = escaped(siteUrl() ?? '');

/** Below this width sentences stand below the figure (COMPACT in src/ui/effects.rs). */
const NARROW = '(max-width: 859.98px)';
const LANGUAGES = ['zh', 'en'];
/** Styles of lessons that are the lab's program's. */
const FURTHER = { 'lesson-6': ['ladder.css', 'gap.css'], 'lesson-7': ['gap.css', 'failures.css'] };

/** Replaces what stands once in a text, and says so where it does not. */
function once(text, what, by) {
  const parts = text.split(what);
  if (parts.length !== 2) throw new Error(`pages: ${what} stands ${parts.length - 1} times in the page, not once`);
  return parts[0] + by + parts[1];
}

// --- one still figure ------------------------------------------------------------------------------------------------

/** Classes for styles, one a style, shared by a document's figures. */
class Styles {
  rules = new Map();
  /** Markup with classes in place of styles. */
  classed(markup) {
    return markup.replace(/<([a-z][a-z0-9]*)((?:\s+[^\s=>]+(?:=(?:"[^"]*"|'[^']*'|[^\s>]*))?)*)\s*(\/?)>/g, (tag, name, attributes, end) => {
      const style = /\s(?:data-)?style=(?:"([^"]*)"|'([^']*)')/.exec(attributes);
      if (!style) return tag;
      const rule = (style[1] ?? style[2]).replace(/;$/, '');
      if (!this.rules.has(rule)) this.rules.set(rule, `s${this.rules.size.toString(36)}`);
      const rest = attributes.replace(style[0], '');
      const classes = /\sclass=(?:"([^"]*)"|'([^']*)'|([^\s>]*))/.exec(rest);
      const all = [classes?.[1] ?? classes?.[2] ?? classes?.[3], this.rules.get(rule)].filter(Boolean).join(' ');
      return `<${name}${classes ? rest.replace(classes[0], '') : rest} class="${all}"${end}>`;
    });
  }
  css = () => [...this.rules].map(([rule, name]) => `.${name}{${rule}}`).join('');
}

/** The element that starts at an index, whole. */
function element(markup, start) {
  const name = /^<([a-z]+)/.exec(markup.slice(start))[1];
  const tags = new RegExp(`<(/?)${name}\\b[^>]*>`, 'g');
  tags.lastIndex = start;
  let depth = 0;
  for (let tag; (tag = tags.exec(markup)); ) {
    depth += tag[1] ? -1 : 1;
    if (depth === 0) return markup.slice(start, tags.lastIndex);
  }
  throw new Error(`pages: <${name}> at ${start} does not end`);
}

const board = (markup) => {
  const start = markup.search(/<div [^>]*id="?board\b/);
  if (start < 0) throw new Error('pages: there is no figure');
  return element(markup, start);
};

/** Gives every id of a copy, and what refers to it, an end of its own. */
const renamed = (markup, end) => {
  const own = new Set([...markup.matchAll(/\sid=["']?([\w-]+)/g)].map(([, id]) => id));
  const mapped = (id) => (own.has(id) ? id + end : id);
  return markup
    .replace(/(\s(?:id|aria-labelledby|aria-describedby|aria-controls)=["']?)([\w-]+)/g, (_, before, id) => before + mapped(id))
    .replace(/(href=["']?#)([\w-]+)/g, (_, before, id) => before + mapped(id));
};

const withClass = (markup, name) => markup.replace(/^<(\w+)([^>]*?)\sclass="([^"]*)"/, `<$1$2 class="$3 ${name}"`);

/**
 * Without what answers to a press only: the figure's large targets, the inspector, which has a column of its own or
 * stands below, and the foot's notes.
 */
function reduced(markup) {
  const cut = (text, pattern) => once(text, element(text, text.search(pattern)), '');
  markup = markup.replaceAll(/<g class='hits'>[^]*?<\/g>/g, '');
  // A lesson's name for the button that shows its number alone: what cannot be pressed does with what it shows.
  markup = markup.replaceAll(/(<li><button type="button") aria-label="[^"]*"/g, '$1');
  const foot = element(markup, markup.search(/<footer\b/));
  return cut(once(markup, foot, foot.replace(/<details[\s\S]*<\/details>/, '')), /<aside\b/);
}

/** A page's still: the whole page for wide windows, with a second figure for narrow ones. Nothing in it can be pressed. */
function still(page, styles) {
  const read = (width) => readFileSync(join(STILLS, `${page.name}.${page.lang}.${width}.html`), 'utf8');
  const wide = read('wide');
  const figure = board(wide);
  const narrow = renamed(withClass(board(read('narrow')), 'at-narrow'), '-n');
  const figures = `<!--wide-->${withClass(figure, 'at-wide')}<!--end--><!--narrow-->${narrow}<!--end-->`;
  const both = reduced(once(wide, figure, figures));
  return styles.classed(both.replaceAll(/<(button|input|textarea|select)(?=[\s>])(?![^>]*\sdisabled)/g, '<$1 disabled'));
}

/** The pictures that marks refer to, which have to be there whichever still is shown, and the rest. */
function withoutDefs(markup) {
  const start = markup.search(/<svg [^>]*class=["']?defs/);
  if (start < 0) throw new Error('pages: there are no definitions');
  const defs = element(markup, start);
  return { defs, rest: once(markup, defs, '') };
}

// --- the documents ---------------------------------------------------------------------------------------------------

const address = (page) => `${page.name}.${page.lang}.html`;

function head({ dir, pages }, page, isIndex) {
  const own = isIndex ? '' : address(page);
  const languages = pages.filter((other) => other.name === page.name);
  const links = languages.map((other) => `<link rel="alternate" hreflang="${other.tag}" href="${site}${address(other)}">`);
  const picture = `social/${page.name}.${page.lang}.png`;
  const image = existsSync(join(dir, picture)) ? [`<meta property="og:image" content="${site}${picture}">`, '<meta name="twitter:card" content="summary_large_image">'] : [];
  return [
    `<link rel="canonical" href="${site}${own || './'}">`,
    ...links,
    `<link rel="alternate" hreflang="x-default" href="${site || './'}">`,
    `<meta property="og:type" content="article">`,
    `<meta property="og:site_name" content="${escaped(page.site)}">`,
    `<meta property="og:title" content="${escaped(page.title)}">`,
    `<meta property="og:description" content="${escaped(page.description)}">`,
    `<meta property="og:locale" content="${page.lang === 'zh' ? 'zh_CN' : 'en_US'}">`,
    ...image,
    oembedLink(Number(page.name.at(-1)), page.lang),
  ].join('\n');
}

/** The lessons as links, for a page whose program does not run. */
function contents(pages, page) {
  const item = (other) => {
    const current = other === page ? ' aria-current="page"' : '';
    return `<li><a href="${address(other)}" hreflang="${other.tag}" lang="${other.tag}"${current}>${escaped(other.title)}</a></li>`;
  };
  const lessons = pages.filter((other) => other.lang === page.lang || other.name === page.name);
  return `<nav class="still-nav" aria-label="${escaped(page.site)}"><ol>${lessons.map(item).join('')}</ol></nav>`;
}

function write(built, file, page, shown, isIndex) {
  const styles = new Styles();
  let defs = '';
  const parts = shown.map((it) => {
    const figure = withoutDefs(still(it, styles));
    defs = figure.defs;
    const made = `<div class="still" lang="${it.tag}">${figure.rest}</div>`;
    // The script in index.html takes the one that is wanted out of its text. Where no script runs the first is shown, so
    // that ids need not differ between them.
    return isIndex ? `<noscript class="stills" lang="${it.tag}">${made}</noscript><script>retryStill()</script>` : made.replace(/<!--[^]*?-->/g, '');
  });
  const css = [
    styles.css(),
    `@media ${NARROW}{.at-wide{display:none}}@media not all and ${NARROW}{.at-narrow{display:none}}`,
    isIndex ? 'html:lang(en) .still:lang(zh),html:lang(zh) .still:lang(en){display:none}' : '',
    ...(FURTHER[page.name] ?? []).map((name) => readFileSync(join(ROOT, 'static/css', name), 'utf8')),
  ].join('');
  const minified = transformSync(css, { loader: 'css', minify: true, target: 'es2022' }).code.trim();
  let html = built.template;
  const start = html.indexOf('<main class="boot">');
  html = once(html, element(html, start), parts.join('') + contents(built.pages, page));
  if (!isIndex) html = once(html, /<script id="stills">[^]*?<\/script>/.exec(html)[0], '');
  html = once(html, '<div id="app" class="is-waiting">', `<div id="app" class="is-waiting">${defs}`);
  html = once(html, '</style>', `${minified}</style>`);
  // What the page will need is asked for first, before a browser has read its style.
  const preloads = html.match(/<link rel="(?:module)?preload"[^>]*>/g) ?? [];
  for (const link of preloads) html = once(html, link, '');
  html = once(html, '<meta name="viewport"', `${preloads.join('')}\n<meta name="viewport"`);
  const own = ` data-place="${page.name}"${isIndex ? '' : ` data-language="${page.lang}"`}`;
  html = html.replace(/<html lang="[^"]*"/, `<html lang="${page.tag}"${own}`);
  html = html.replace(/<title>[^<]*<\/title>/, `<title>${escaped(isIndex ? page.site : `${page.title} · ${page.site}`)}</title>`);
  html = html.replace(/<meta name="description"[^>]*>/, `<meta name="description" content="${escaped(page.description)}">\n${head(built, page, isIndex)}`);
  writeFileSync(join(built.dir, file), html);
}

// --- the policy ------------------------------------------------------------------------------------------------------

const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

function locked(html) {
  const hashes = (pattern) => [...html.matchAll(pattern)].map(([, text]) => hash(text)).join(' ');
  const policy = [
    "default-src 'self'",
    `script-src 'self' ${hashes(/<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g)} 'wasm-unsafe-eval'`,
    `style-src 'self' ${hashes(/<style[^>]*>([\s\S]*?)<\/style>/g)}`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return once(html, '<meta charset="utf-8">', `<meta charset="utf-8">\n<meta http-equiv="Content-Security-Policy" content="${policy}">`);
}

/** Makes the pages in `dir`, where the stills are there (scripts/build), and gives every page its policy. */
export function makePages(dir) {
  if (existsSync(join(STILLS, 'pages.json'))) {
    const pages = JSON.parse(readFileSync(join(STILLS, 'pages.json'), 'utf8'));
    const built = { dir, pages, template: readFileSync(join(dir, 'index.html'), 'utf8') };
    for (const page of pages) write(built, address(page), page, [page], false);
    const first = pages.filter((page) => page.name === 'lesson-1');
    write(built, 'index.html', first[0], first, true);
  }
  for (const file of readdirSync(dir).filter((name) => name.endsWith('.html'))) {
    writeFileSync(join(dir, file), locked(readFileSync(join(dir, file), 'utf8')));
  }
}
