// The lessons' own pages: what stands there before, and without, any program, and how the program takes over; the
// policy that every page carries.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { spec } from './page.mjs';

const DIST = process.env.DIST ?? 'dist';
const LESSONS = ['lesson-1', 'lesson-2', 'lesson-3', 'lesson-4', 'lesson-5', 'lesson-6', 'lesson-7'];
const LANGUAGES = ['zh', 'en'];
const TAGS = { zh: 'zh-Hans', en: 'en' };
const WIDE = { viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 390, height: 844 } };
const pages = LESSONS.flatMap((lesson) => LANGUAGES.map((lang) => ({ lesson, lang, file: `${lesson}.${lang}.html` })));

/** What a reader sees of a lesson: its names, sentences, counts, and where the figure's parts stand. */
const seen = () => {
  const visible = (selector) => [...document.querySelectorAll(selector)].filter((it) => it.checkVisibility());
  const text = (selector) => visible(selector).map((it) => it.textContent.replace(/\s+/g, ' ').trim());
  const notes = document.querySelector('.boot-notes')?.getBoundingClientRect().height ?? 0;
  const at = (selector) =>
    visible(selector).map((it) => {
      const { x, y, width, height } = it.getBoundingClientRect();
      return [x, y + scrollY - notes, width, height].map(Math.round).join();
    });
  return {
    names: text('h1, h2'),
    sentences: text('ol.events li'),
    current: text('ol.events li.is-now'),
    tally: text('table.tally td'),
    story: text('.story p'),
    places: [...at('h1, h2'), ...at('.board'), ...at('.lanes'), ...at('ol.events li'), ...at('.head-lanes span'), ...at('.fold'), ...at('.ruler span'), ...at('.band'), ...at('.transport'), ...at('.tally')],
    inks: visible('.ink').map((it) => getComputedStyle(it).clipPath),
  };
};

/** Holds the program's file back until the returned function is called. */
async function held(page) {
  let go;
  const gate = new Promise((done) => (go = done));
  await page.page.route('**/*.wasm', async (route) => {
    await gate;
    await route.continue();
  });
  return go;
}

describe('a lesson’s own page', () => {
  for (const [name, size] of Object.entries({ wide: WIDE, phone: PHONE })) {
    for (const { lesson, lang, file } of pages) {
      spec(`${file}, ${name}: the program draws what stands there, where it stands`, { ...size, lang, start: false }, async (page) => {
        const go = await held(page);
        await page.gotoFile(file, false);
        await page.at('.still .board:visible .lanes').first().waitFor();
        const before = await page.page.evaluate(seen);
        assert.ok(before.sentences.length >= 8 && before.names.length >= 3 && before.story.length >= 1, 'it says something');
        go();
        await page.ready(false);
        assert.deepEqual(await page.page.evaluate(seen), before);
        const shift = await page.page.evaluate(
          () =>
            new Promise((done) => {
              new PerformanceObserver((list) => done(list.getEntries().reduce((sum, entry) => sum + entry.value, 0))).observe({ type: 'layout-shift', buffered: true });
              setTimeout(() => done(0), 300);
            }),
        );
        assert.ok(shift < 0.02, `layout shift ${shift}`);
        assert.equal(await page.at('html').getAttribute('lang'), TAGS[lang]);
        assert.match(page.page.url(), new RegExp(`#${lesson}$`));
      });
    }
  }

  for (const { lesson, lang, file } of pages) {
    spec(`${file} without JavaScript: figure, text, and the way to the others`, { javaScriptEnabled: false, start: false }, async (page) => {
      await page.gotoFile(file, false);
      assert.ok((await page.at('.board:visible ol.events li').count()) >= 8);
      assert.ok((await page.at('.story .prose p').count()) >= 1);
      assert.ok(await page.at('.board:visible .lanes').first().isVisible());
      assert.equal(await page.at('button:not([disabled])').count(), await page.at('#not-loaded button, #stopped button').count());
      const links = await page.at('.still-nav a').evaluateAll((all) => all.map((a) => a.getAttribute('href')));
      const other = lang === 'zh' ? 'en' : 'zh';
      const wanted = [...LESSONS.map((name) => `${name}.${lang}.html`), `${lesson}.${other}.html`];
      assert.deepEqual(links.sort(), wanted.sort());
    });
  }

  spec('asks nothing of the wrong still: another lesson in the address is waited for', { start: false }, async (page) => {
    const go = await held(page);
    await page.gotoFile('lesson-2.en.html#lesson-4', false);
    await page.at('#boot-loading').waitFor();
    assert.ok(!(await page.at('.still').first().isVisible()));
    go();
    await page.ready(false);
    await page.at('h2.lesson-title').getByText('Two at once').waitFor();
  });

  spec('the first page speaks the reader’s language before any program runs', { start: false, locale: 'zh-CN' }, async (page) => {
    await held(page);
    await page.gotoFile('', false);
    await page.at('h2.lesson-title:visible').getByText('响应丢了').waitFor();
    await page.gotoFile('?lang=en', false);
    await page.at('h2.lesson-title:visible').getByText('The response is lost').waitFor();
  });
});

describe('the first page, before any program', () => {
  spec('has elements of one language and one width only, and follows the window', { ...WIDE, lang: 'en', start: false }, async (page) => {
    await held(page);
    await page.gotoFile('?lang=en', false);
    const shown = async () => {
      await page.at('.still .board .lanes').first().waitFor();
      return [await page.at('.still').count(), await page.at('.still .board').count(), await page.at('.still .board.at-narrow').count()];
    };
    assert.deepEqual(await shown(), [1, 1, 0], 'stills, figures, narrow figures in a wide window');
    await page.page.setViewportSize(PHONE.viewport);
    await page.at('.still .at-narrow').waitFor();
    assert.deepEqual(await shown(), [1, 1, 1], 'in a narrow one');
    await page.page.setViewportSize(WIDE.viewport);
    await page.at('.still .at-wide').waitFor();
    assert.deepEqual(await shown(), [1, 1, 0], 'wide again');
  });

  for (const [name, size] of Object.entries({ wide: WIDE, phone: PHONE })) {
    spec(`${name}: the program draws what stands there, where it stands`, { ...size, lang: 'en', start: false }, async (page) => {
      const go = await held(page);
      await page.gotoFile('?lang=en', false);
      await page.at('.still .board .lanes').first().waitFor();
      const before = await page.page.evaluate(seen);
      go();
      await page.ready(false);
      assert.deepEqual(await page.page.evaluate(seen), before);
    });
  }
});

describe('what a page says of itself', () => {
  for (const { lesson, lang, file } of pages) {
    it(file, () => {
      const html = readFileSync(join(DIST, file), 'utf8');
      const attribute = (tag, name) => [...html.matchAll(new RegExp(`<${tag}\\s[^>]*>`, 'g'))].map(([it]) => it).filter((it) => it.includes(name));
      assert.match(html, /<title>[^<]{8,70}<\/title>/);
      assert.match(attribute('meta', 'name="description"').join(), /content="[^"]{20,200}"/);
      assert.match(attribute('link', 'rel="canonical"').join(), new RegExp(`href="[^"]*${file}"`));
      for (const other of LANGUAGES) assert.match(attribute('link', `hreflang="${TAGS[other]}"`).join(), new RegExp(`${lesson}\\.${other}\\.html`));
      assert.match(html, new RegExp(`<html lang="${TAGS[lang]}" data-place="${lesson}" data-language="${lang}"`));
      const picture = /property="og:image" content="([^"]+)"/.exec(html)?.[1];
      assert.ok(picture, 'it has a picture');
      const png = readFileSync(join(DIST, picture.replace(/^https?:.*\/social\//, 'social/')));
      assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1200, 630]);
    });
  }
});

describe('the policy', () => {
  for (const file of readdirSync(DIST).filter((name) => name.endsWith('.html'))) {
    it(`${file} has one, without unsafe-inline, and every script and style in it is named`, () => {
      const html = readFileSync(join(DIST, file), 'utf8');
      const policy = /<meta http-equiv="Content-Security-Policy" content="([^"]+)">/.exec(html)?.[1] ?? '';
      assert.match(policy, /^default-src 'self'; script-src 'self' [^;]*'wasm-unsafe-eval'; style-src 'self' /);
      assert.ok(!policy.includes('unsafe-inline') && !/https?:|\*/.test(policy), policy);
      assert.ok(html.indexOf('Content-Security-Policy') < html.search(/<(script|style|link)/), 'before anything that it governs');
      const hash = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
      const inline = [...html.matchAll(/<(script|style)(?![^>]*\ssrc=)[^>]*>([^]*?)<\/\1>/g)];
      assert.ok(inline.length >= 3);
      for (const [, kind, text] of inline) assert.ok(policy.includes(hash(text)), `an inline ${kind}`);
      const body = html.slice(html.indexOf('</head>'));
      assert.doesNotMatch(body.replace(/<(script|style)[^]*?<\/\1>/g, ''), /\s(style|on[a-z]+)=/i);
    });
  }

  const expects = [/^console: .*Content Security Policy/];
  spec('keeps out what is written into the page, and other origins', { expects: [...expects, /^request: http:\/\/other/] }, async (page) => {
    const done = await page.page.evaluate(async () => {
      const script = document.createElement('script');
      script.textContent = 'window.wasRun = true';
      document.head.append(script);
      document.body.insertAdjacentHTML('beforeend', '<p id="styled" style="display:none">x</p><img src="x" onerror="window.wasRun = true">');
      const fetched = await fetch('http://other.example/').then(() => true, () => false);
      return [window.wasRun, getComputedStyle(document.getElementById('styled')).display, fetched];
    });
    assert.deepEqual(done, [undefined, 'block', false]);
    page.faults = page.faults.filter((fault) => !fault.startsWith('missing'));
  });
});
