// One figure in another page's frame: what it shows, how high it says it is, what it hears, and every way of embedding it
// that the guide describes, each from another origin than the page's. Not here: the figure itself (lessons, gap, failures).
import { AxeBuilder } from '@axe-core/playwright';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { launchBrowser } from '../../scripts/browser.mjs';
import { LANGUAGES, LESSONS, oembed, oembedFile, oembedLink, siteUrl } from '../../scripts/oembed.mjs';
import { serveDist } from '../../scripts/serve-dist.mjs';
import { isPymWidth, pymHeight, readCommand, readStyle } from '../../static/embed-page.js';
import { hostFile, serveHosts } from './hosts.mjs';
import { eventually, settles } from './page.mjs';

const ROOT = new URL('../../', import.meta.url);
const TYPE = 'idempotency-explainer';
/** What every figure has, and what a figure in a frame has not. */
const THERE = ['#board', '.transport', 'table.tally', '.verdict', '#open-full'];
/** What a link of the page has after its `#`. */
const LINK = 'r1~en~at7~w.fixture.one-transaction~c.c1.per-intent.durable.K1~s.0.c1.send.i1.order.pen.2~s.30s.c1.send.i1~f.lose.response.c1-1';
const ABSENT = ['header.top', '#story', 'footer.foot', '.inspect', '#deck', '.skip'];

let server;
let hosts;
let browser;

before(async () => {
  server = await serveDist({ ...(process.env.DIST && { dir: process.env.DIST }) });
  hosts = await serveHosts({ pageUrl: server.url });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await hosts?.close();
  await server?.close();
});

/** A test with a page at an address; it fails as well on any error in the console of the page or of its frames. */
function spec(name, address, body, options = {}) {
  it(name, { timeout: 60_000 }, async () => {
    const context = await browser.newContext({ viewport: { width: 1000, height: 900 }, locale: 'en-GB', reducedMotion: 'reduce', ...options });
    context.setDefaultTimeout(8_000);
    const faults = [];
    const page = await context.newPage();
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && faults.push(message.text()));
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('response', (response) => response.status() >= 400 && faults.push(`missing: ${response.url()}`));
    // Everything that is said to the host's window.
    await page.addInitScript(() => {
      globalThis.heard = [];
      addEventListener('message', ({ data }) => globalThis.heard.push(data));
    });
    try {
      await page.goto(address());
      await body(page, context);
      assert.deepEqual(faults, [], 'errors in the console, missing files');
    } finally {
      await context.close();
    }
  });
}

const embedded = (query) => () => `${server.url}?embed=1&${query}`;
const hosted = (name) => () => `${hosts.url}${name}.html`;

/** A figure in a host page: its frame's element, and what is in it. */
async function figure(page, nth = 0) {
  const element = page.locator('iframe:not([data-other])').nth(nth);
  await element.scrollIntoViewIfNeeded();
  const frame = await (await element.elementHandle()).contentFrame();
  await frame.locator('#board').waitFor();
  return { element, frame };
}

/** The frame is as high as what stands in it. */
async function fits({ element, frame }) {
  await eventually(
    async () => [await element.evaluate((it) => it.clientHeight), await frame.evaluate(() => Math.ceil(document.body.getBoundingClientRect().height))],
    ([frameHeight, content]) => assert.ok(frameHeight === content && content > 900, `the frame has ${frameHeight} px, the figure ${content}`),
  );
  return element.evaluate((it) => it.clientHeight);
}

/** Grows with the verdict at the end of the run, and shrinks without it. */
async function growsAndShrinks(one) {
  const press = (name) => one.frame.locator('.buttons').getByRole('button', { name, exact: true }).click();
  await press('Start');
  const low = await fits(one);
  await press('End');
  const high = await fits(one);
  assert.ok(high > low, `${high} px at the end, ${low} px at the start`);
  await press('Start');
  assert.equal(await fits(one), low, 'as high as before');
}

const position = (frame) => frame.locator('.transport .now b').innerText();

describe('the embedded page', () => {
  for (const [name, query, title, worlds] of [
    ['lesson 1', 'lesson=lesson-1&lang=en', 'The response is lost', 2],
    ['lesson 3 by fragment', 'lang=en#lesson-3', 'Same key, other parameters', 1],
    ['lesson 6, of the lab’s program', 'lesson=lesson-6&lang=en', 'The gap between effect and record', 1],
    ['lesson 7', 'lesson=lesson-7&lang=en', 'Failures have a contract too', 1],
    ['an incident', 'lang=en#case-c05', 'mozilla/fxa issue 6553', 2],
  ]) {
    spec(`shows the figure of ${name} and nothing else`, embedded(query), async (page) => {
      await page.locator('.em-bar h1 span').filter({ hasText: title }).waitFor();
      await page.locator('#board').waitFor();
      for (const there of THERE) assert.equal(await page.locator(there).count(), 1, there);
      for (const absent of ABSENT) assert.equal(await page.locator(absent).count(), 0, absent);
      assert.equal(await page.locator('.world').count(), worlds, 'worlds');
    });
  }

  spec('speaks Chinese', embedded('lesson=lesson-2&lang=zh'), async (page) => {
    await page.getByRole('link', { name: '打开完整版' }).waitFor();
    assert.equal(await page.locator('html').getAttribute('lang'), 'zh-Hans');
  });

  spec('opens the whole page at the same place in a new tab', embedded('lesson=lesson-3&lang=en&theme=dark'), async (page, context) => {
    const link = page.getByRole('link', { name: 'Open full' });
    assert.deepEqual([await link.getAttribute('target'), await link.getAttribute('rel')], ['_blank', 'noopener']);
    const opening = context.waitForEvent('page');
    await link.focus();
    await page.keyboard.press('Enter');
    const whole = await opening;
    // Not one of the still lessons, of which the first page has one in each language.
    await whole.locator('#app:not(.is-waiting) header.top').waitFor();
    assert.match(whole.url(), /\?lang=en#lesson-3$/);
    assert.equal(await whole.locator('h2.lesson-title').innerText(), 'Same key, other parameters');
  });

  spec('shows the run of a link at its cursor, and opens it where the cursor stands', embedded(`lang=en#${LINK}`), async (page) => {
    await eventually(() => position(page), (at) => assert.match(at, /^7 \/ /));
    for (const absent of ABSENT) assert.equal(await page.locator(absent).count(), 0, absent);
    assert.equal(await page.locator('#notice').count(), 0);
    await page.locator('#scrubber').press('ArrowRight');
    await eventually(() => page.locator('#open-full').getAttribute('href'), (href) => assert.match(href, /^\?lang=en#r1~en~at8~/));
    assert.ok(page.url().endsWith(LINK), 'the address is the host’s');
  });

  spec('tells what is wrong with a link, and hands it on as it is', embedded(`lang=en#${LINK}~nonsense`), async (page) => {
    await eventually(() => page.locator('#notice').innerText(), (said) => assert.match(said, /nonsense/));
    assert.equal(await page.locator('#open-full').getAttribute('href'), `?lang=en#${LINK}~nonsense`);
  });

  spec('keeps nothing, and leaves the address alone', embedded('lesson=lesson-6&lang=en'), async (page) => {
    await page.locator('.em-bar h1 span').filter({ hasText: 'The gap' }).waitFor();
    await page.locator('#scrubber').press('Home');
    assert.equal(await page.evaluate(() => localStorage.length), 0);
    assert.equal(page.url(), `${server.url}?embed=1&lesson=lesson-6&lang=en`);
  });

  for (const theme of ['light', 'dark']) {
    const options = { colorScheme: theme === 'dark' ? 'light' : 'dark' };
    spec(`is ${theme} where the address says so`, embedded(`lesson=lesson-1&theme=${theme}`), async (page) => {
      await page.locator('#board').waitFor();
      assert.equal(await page.locator('html').evaluate((it) => getComputedStyle(it).colorScheme), theme);
    }, options);
  }

  spec('shows one of two runs on a phone, and compares both', embedded('lesson=lesson-1&lang=en'), async (page) => {
    await page.getByRole('radio', { name: 'Response lost' }).waitFor();
    const seen = () => page.locator('.world').evaluateAll((worlds) => worlds.map((it) => it.checkVisibility()));
    assert.deepEqual(await seen(), [false, true]);
    await page.getByRole('radio', { name: 'Response lost' }).press('ArrowLeft');
    assert.deepEqual(await seen(), [true, false]);
    assert.equal(await page.locator('tr[data-tally]').count(), 2);
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= 320, `${width} px wide`);
  }, { viewport: { width: 320, height: 800 } });

  for (const [width, colorScheme, lesson] of [[1000, 'light', 1], [1000, 'dark', 3], [358, 'light', 1], [358, 'dark', 5]]) {
    spec(`gives axe nothing to find in lesson ${lesson}, ${colorScheme}, ${width} px wide`, embedded(`lesson=lesson-${lesson}&lang=en`), async (page) => {
      await page.locator('#scrubber').press('End');
      await page.locator('.verdict li').first().waitFor();
      const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze();
      assert.deepEqual(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join('; ')}`), []);
    }, { colorScheme, viewport: { width, height: 900 } });
  }

  spec('is not what a first visit loads', () => `${server.url}?lang=en`, async (page) => {
    await page.locator('#board').waitFor();
    const loaded = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
    assert.deepEqual(loaded.filter((name) => /embed/.test(name)), []);
  });
});

describe('an iframe and its height', () => {
  spec('follows growth and shrinking', hosted('plain'), async (page) => growsAndShrinks(await figure(page)));

  spec('speaks its own language, Pym’s and AMP’s', hosted('plain'), async (page) => {
    const height = await fits(await figure(page));
    const heard = await page.evaluate(() => globalThis.heard);
    const said = (wanted) => assert.ok(heard.some((it) => JSON.stringify(it) === JSON.stringify(wanted)), `${JSON.stringify(wanted)} among\n${heard.map((it) => JSON.stringify(it)).join('\n')}`);
    said({ type: TYPE, v: 1, event: 'height', height });
    said({ type: TYPE, v: 1, event: 'ready', lang: 'en', at: 14, of: 33 });
    said(`pymxPYMxxPYMxheightxPYMx${height}`);
    said({ sentinel: 'amp', type: 'embed-size', height });
  });

  spec('tells Pym’s parent under its own id', () => `${hosts.url}empty.html`, async (page) => {
    await page.evaluate((src) => document.body.append(Object.assign(document.createElement('iframe'), { src, width: 600 })), `${server.url}?embed=1&lesson=lesson-4&childId=figure-4`);
    await figure(page);
    // As Pym's parent reads it.
    const pym = /^pymxPYMxfigure-4xPYMx(\S+)xPYMx(.*)$/;
    const heights = () => page.evaluate(() => globalThis.heard.filter((it) => typeof it === 'string'));
    await eventually(heights, (all) => assert.ok(all.length > 0 && all.every((it) => pym.exec(it)?.[1] === 'height' && pym.exec(it)[2] > 900), all.join()));
    const before = (await heights()).length;
    await page.evaluate(() => document.querySelector('iframe').contentWindow.postMessage('pymxPYMxfigure-4xPYMxwidthxPYMx600', '*'));
    await eventually(heights, (all) => assert.equal(all.length, before + 1, 'answers the width'));
  });

  spec('does what it is asked, and says where it is', hosted('plain'), async (page) => {
    const { frame } = await figure(page);
    const say = (message) => page.evaluate((data) => document.querySelector('iframe').contentWindow.postMessage(data, '*'), message);
    await say({ type: TYPE, v: 1, command: 'goto', at: 3 });
    await settles(() => position(frame), '3 / 33');
    await say({ type: TYPE, v: 1, command: 'goto', at: 'end' });
    await settles(() => position(frame), '33 / 33');
    await say({ type: TYPE, v: 1, command: 'lang', lang: 'zh' });
    await frame.getByRole('link', { name: '打开完整版' }).waitFor();
    assert.equal(await position(frame), '33 / 33', 'the cursor stays');
    await say({ type: TYPE, v: 1, command: 'theme', theme: 'dark' });
    await settles(() => frame.evaluate(() => document.documentElement.dataset.theme), 'dark');
    const moved = await page.evaluate(() => globalThis.heard.filter(({ event }) => event === 'moved' || event === 'ended'));
    assert.deepEqual(moved, [
      { type: TYPE, v: 1, event: 'moved', at: 3, of: 33 },
      { type: TYPE, v: 1, event: 'moved', at: 33, of: 33 },
      { type: TYPE, v: 1, event: 'ended', at: 33, of: 33 },
    ]);
  });

  spec('hears no nonsense, and nobody but its parent', hosted('plain'), async (page) => {
    const { frame } = await figure(page);
    const before = await position(frame);
    const goto = { type: TYPE, v: 1, command: 'goto', at: 1 };
    await page.evaluate(([type, goto]) => {
      const target = document.querySelector('iframe').contentWindow;
      const nonsense = [null, 7, '', 'goto', '{}', [], {}, new Date(), { ...goto, v: 2 }, { ...goto, type: 'other' }, { ...goto, at: -1 }, { ...goto, at: 1.5 }, { ...goto, at: '1' }, { ...goto, command: 'constructor' }, { type, v: 1, command: 'style', style: { '--ie-paper': 'url(//x)', '--paper': 'red', __proto__: null } }, 'pymxPYMxxPYMxnavigateToxPYMxhttps://example.org'];
      for (const data of nonsense) target.postMessage(data, '*');
      // Another frame of the host.
      const other = document.createElement('iframe');
      other.dataset.other = '';
      document.body.append(other);
      other.contentWindow.eval(`parent.frames[0].postMessage(${JSON.stringify(goto)}, '*')`);
    }, [TYPE, goto]);
    await page.waitForTimeout(300);
    assert.equal(await position(frame), before);
    assert.equal(await frame.evaluate(() => document.documentElement.style.length), 0, 'no property was set');
  });

  spec('works in a sandbox that allows scripts alone', hosted('sandbox'), async (page) => {
    const one = await figure(page);
    assert.equal(await one.frame.evaluate(() => origin), 'null', 'the sandbox holds');
    await growsAndShrinks(one);
    await one.frame.locator('#board').focus();
    await page.keyboard.press('End');
    await page.keyboard.press('ArrowLeft');
    await eventually(() => position(one.frame), (at) => assert.match(at, /^(\d+) \/ /));
  });

  spec('loads the lab’s program in that sandbox too', () => `${hosts.url}empty.html`, async (page) => {
    await page.evaluate((src) => {
      const frame = Object.assign(document.createElement('iframe'), { src, width: 700, height: 900 });
      frame.sandbox = 'allow-scripts';
      document.body.append(frame);
    }, `${server.url}?embed=1&lesson=lesson-7&lang=en`);
    const { frame } = await figure(page);
    await frame.locator('.em-bar h1 span').filter({ hasText: 'Failures have a contract too' }).waitFor();
  });
});

describe('the custom element', () => {
  const element = (page, nth = 0) => page.locator('idempotency-explainer').nth(nth);
  /** What an element has told since it is listened to. */
  const listen = (page, nth = 0) =>
    element(page, nth).evaluate((it) => {
      it.told = [];
      for (const name of ['ie-ready', 'ie-height', 'ie-moved', 'ie-ended', 'ie-failed']) it.addEventListener(name, ({ type, detail }) => it.told.push([type, detail]));
    });
  const told = (page, nth = 0) => element(page, nth).evaluate((it) => it.told);

  spec('names its frame in its language, and fits', hosted('element'), async (page) => {
    const one = await figure(page, 0);
    const two = await figure(page, 1);
    await growsAndShrinks(one);
    assert.equal(await one.element.getAttribute('title'), 'Retry without repeating: interactive timeline, lesson 2');
    assert.equal(await two.element.getAttribute('title'), '重试，而不重复：可操作的时序图，第 3 课', 'the language is that of the host’s text');
    assert.equal(await one.element.getAttribute('loading'), 'lazy');
    assert.equal(await page.getByRole('link', { name: /Lesson 2/ }).isVisible(), false, 'the fallback is not shown');
  });

  spec('keeps two figures on one page apart', hosted('element'), async (page) => {
    const figures = [await figure(page, 0), await figure(page, 1)];
    const heights = [await fits(figures[0]), await fits(figures[1])];
    await listen(page, 0);
    await listen(page, 1);
    const before = await position(figures[1].frame);
    await figures[0].frame.locator('.buttons').getByRole('button', { name: 'Start', exact: true }).click();
    await eventually(() => told(page, 0), (all) => assert.ok(all.some(([type, { at }]) => type === 'ie-moved' && at === 0), JSON.stringify(all)));
    assert.deepEqual(await told(page, 1), []);
    assert.equal(await position(figures[1].frame), before);
    assert.equal(await figures[1].element.evaluate((it) => it.clientHeight), heights[1]);
    assert.notEqual(await fits(figures[0]), heights[0]);
  });

  spec('ignores heights that others claim', hosted('element'), async (page) => {
    const one = await figure(page, 0);
    const height = await fits(one);
    const claim = { type: TYPE, v: 1, event: 'height', height: 5 };
    await page.evaluate((claim) => {
      postMessage(claim, '*');
      const other = document.createElement('iframe');
      other.dataset.other = '';
      document.body.append(other);
      other.contentWindow.eval(`parent.postMessage(${JSON.stringify(claim)}, '*')`);
    }, claim);
    // From the right frame, but not a height.
    for (const wrong of [{ height: -4 }, { height: '80' }, { height: 1e9 }, { v: 2, height: 80 }]) {
      await one.frame.evaluate((said) => parent.postMessage(said, '*'), { ...claim, ...wrong });
    }
    await page.waitForTimeout(300);
    assert.equal(await one.element.evaluate((it) => it.clientHeight), height);
  });

  spec('honours attributes that change later', hosted('element'), async (page) => {
    const { frame } = await figure(page, 0);
    await frame.locator('#scrubber').press('Home');
    await settles(() => position(frame), '0 / 26');
    await element(page).evaluate((it) => it.setAttribute('lang', 'zh'));
    await frame.getByRole('link', { name: '打开完整版' }).waitFor();
    assert.equal(await position(frame), '0 / 26', 'without loading anew');
    await element(page).evaluate((it) => it.setAttribute('theme', 'dark'));
    await settles(() => frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme), 'dark');
    await listen(page);
    await element(page).evaluate((it) => it.setAttribute('lesson', '4'));
    await eventually(() => told(page), (all) => assert.ok(all.some(([type]) => type === 'ie-ready'), JSON.stringify(all)));
    const four = await figure(page, 0);
    await four.frame.locator('.em-bar h1 span').filter({ hasText: '同时' }).waitFor();
    await fits(four);
  });

  spec('goes where the host says, also before the figure is there', hosted('empty'), async (page) => {
    await page.evaluate((base) => {
      const one = document.createElement('idempotency-explainer');
      one.setAttribute('lesson', 'case-c05');
      one.setAttribute('src', base);
      one.setAttribute('lang', 'en');
      document.body.append(Object.assign(document.createElement('script'), { src: `${base}embed.js` }), one);
    }, server.url);
    await page.waitForFunction(() => customElements.get('idempotency-explainer'));
    await element(page).evaluate((it) => it.goto(4));
    const { frame } = await figure(page);
    await settles(() => position(frame), '4 / 30');
    assert.match(await page.locator('iframe').getAttribute('title'), /timeline$/);
  });

  spec('shows the run of a link', hosted('empty'), async (page) => {
    await page.addScriptTag({ url: `${server.url}embed.js` });
    await page.evaluate((link) => {
      const one = document.createElement('idempotency-explainer');
      one.setAttribute('lesson', link);
      document.body.append(one);
    }, LINK);
    const { frame } = await figure(page);
    await eventually(() => position(frame), (at) => assert.match(at, /^7 \/ /));
  });

  spec('hands the host’s look over, and no hue of the notation', hosted('element'), async (page) => {
    const { frame } = await figure(page, 0);
    const look = () => frame.evaluate(() => {
      const { backgroundColor, fontFamily } = getComputedStyle(document.body);
      return [backgroundColor, fontFamily.split(',')[0], getComputedStyle(document.querySelector('.act, .seg')).borderRadius];
    });
    await settles(look, ['rgb(251, 250, 248)', 'Georgia', '8px']);
    await element(page).evaluate((it) => {
      it.style.setProperty('--ie-paper', '#eeeeff');
      it.style.setProperty('--ie-bad', 'green');
      it.style.setProperty('--ie-ink', 'url(//example.org/x)');
      it.restyle();
    });
    await eventually(look, ([paper]) => assert.equal(paper, 'rgb(238, 238, 255)'));
    const own = await frame.evaluate(() => [...document.documentElement.style].sort().map((name) => [name, document.documentElement.style.getPropertyValue(name)]));
    assert.deepEqual(own.filter(([name]) => name === '--bad' || name === '--ink'), [['--ink', '#2a2824']], 'what is no colour changes nothing');
  });

  spec('is light on light paper and dark on dark, whatever the system is', hosted('element'), async (page) => {
    const { frame } = await figure(page, 1);
    const scheme = () => frame.evaluate(() => getComputedStyle(document.documentElement).colorScheme);
    await settles(scheme, 'light');
    const paper = (value) => element(page, 1).evaluate((it, value) => (it.style.setProperty('--ie-paper', value), it.restyle()), value);
    await paper('oklch(0.2 0.02 250)');
    await settles(scheme, 'dark');
    await element(page, 1).evaluate((it) => it.setAttribute('theme', 'light'));
    await settles(scheme, 'light');
  }, { colorScheme: 'dark' });

  spec('moves the page around it little while it loads', hosted('element'), async (page) => {
    await figure(page, 0);
    await fits(await figure(page, 1));
    const shifted = await page.evaluate(() => new Promise((done) => {
      let sum = 0;
      new PerformanceObserver((list) => list.getEntries().forEach((entry) => (sum += entry.value))).observe({ type: 'layout-shift', buffered: true });
      setTimeout(() => done(sum), 300);
    }));
    assert.ok(shifted < 0.02, `layout shift ${shifted}`);
  });

  for (const [lesson, wide, narrow] of [1, 2, 3, 4, 5, 6, 7].map((n) => [n, 720, 358])) {
    spec(`reserves what lesson ${lesson} needs`, hosted('empty'), async (page) => {
      await page.addScriptTag({ url: `${server.url}embed.js` });
      for (const width of [wide, narrow]) {
        const reserved = await page.evaluate(([lesson, width]) => {
          const one = document.createElement('idempotency-explainer');
          one.setAttribute('lesson', lesson);
          one.style.width = `${width}px`;
          document.body.replaceChildren(one);
          return one.shadowRoot.querySelector('iframe').clientHeight;
        }, [String(lesson), width]);
        const needed = await fits(await figure(page));
        assert.ok(Math.abs(needed - reserved) < 60, `${width} px wide: ${reserved} px reserved, ${needed} needed`);
      }
    });
  }

  spec('goes away cleanly, and comes back', hosted('element'), async (page) => {
    await figure(page, 0);
    await element(page).evaluate((it) => {
      globalThis.kept = it;
      globalThis.parent_ = it.parentNode;
      it.remove();
    });
    assert.equal(await page.locator('iframe').count(), 1);
    await page.evaluate((claim) => postMessage(claim, '*'), { type: TYPE, v: 1, event: 'height', height: 80 });
    await page.evaluate(() => globalThis.parent_.append(globalThis.kept));
    await fits(await figure(page, 1));
  });

  spec('works under a strict policy of the host', hosted('csp'), async (page) => growsAndShrinks(await figure(page)));

  spec('is a link where no script runs', hosted('element'), async (page) => {
    assert.ok(await page.getByRole('link', { name: /Lesson 2/ }).isVisible());
  }, { javaScriptEnabled: false });

  for (const lang of ['zh', 'en']) {
    it(`shows the lesson still where WebAssembly is blocked (${lang})`, { timeout: 60_000 }, async () => {
      const context = await browser.newContext({ viewport: { width: 800, height: 900 } });
      try {
        await context.route('**/*.wasm', (route) => route.abort());
        const page = await context.newPage();
        await page.goto(hosted('empty')());
        await page.addScriptTag({ url: `${server.url}embed.js` });
        await page.evaluate((lang) => {
          const one = document.createElement('idempotency-explainer');
          globalThis.failures = 0;
          one.addEventListener('ie-failed', () => (globalThis.failures += 1));
          one.setAttribute('lesson', '3');
          one.setAttribute('lang', lang);
          document.body.append(one);
        }, lang);
        const inside = page.frameLocator('iframe');
        await inside.locator('.still #stage-title').filter({ hasText: lang === 'zh' ? '四次发送' : 'four sends' }).waitFor();
        await inside.locator('#boot-fail').waitFor();
        assert.equal(await inside.locator('.still .story').isVisible(), false);
        assert.ok((await page.evaluate(() => globalThis.failures)) > 0);
        const one = { element: page.locator('iframe'), frame: await (await page.locator('iframe').elementHandle()).contentFrame() };
        await fits(one);
      } finally {
        await context.close();
      }
    });
  }

  it('is a plain script of at most 3 KB, without WebAssembly', () => {
    const script = readFileSync(new URL('dist/embed.js', ROOT));
    const size = brotliCompressSync(script).length;
    assert.ok(size <= 3_000, `${size} bytes after brotli`);
    assert.doesNotMatch(script.toString(), /WebAssembly|\.wasm|\beval\b|innerHTML|import\b/);
  });
});

describe('a Vue page as a Nuxt site has it', () => {
  spec('is rendered on the server as a link, hydrated, and reacts', hosted('vue'), async (page) => {
    const sent = await (await page.request.get(hosted('vue')())).text();
    assert.match(sent, /<a href="[^"]+\?lang=en#lesson-1">/);
    const one = await figure(page);
    await growsAndShrinks(one);
    await one.frame.locator('.buttons').getByRole('button', { name: 'Next', exact: true }).click();
    await settles(() => page.locator('#place').innerText(), '1 / 33');
    await page.getByRole('button', { name: '中文' }).click();
    await one.frame.getByRole('link', { name: '打开完整版' }).waitFor();
    await page.getByRole('button', { name: 'Lesson 6' }).click();
    const six = await figure(page);
    await six.frame.locator('.em-bar h1 span').filter({ hasText: '空档' }).waitFor();
  });
});

describe('messages', () => {
  const say = (command, more) => readCommand({ type: TYPE, v: 1, command, ...more });

  it('are read where they are known, and nothing else of them', () => {
    const table = [
      [say('report', { x: 1 }), { command: 'report' }],
      [say('theme', { theme: 'dark' }), { command: 'theme', theme: 'dark' }],
      [say('theme', { theme: 'pink' }), undefined],
      [say('lang', { lang: 'zh' }), { command: 'lang', lang: 'zh' }],
      [say('lang', { lang: 'fr' }), undefined],
      [say('goto', { at: 7 }), { command: 'goto', at: 7 }],
      [say('goto', { at: 'end' }), { command: 'goto', at: 'end' }],
      [say('goto', { at: NaN }), undefined],
      [say('goto'), undefined],
      [say('style', { style: { '--ie-ink': '#123', '--ie-bad': 'red', '--ie-font': 'serif, x' } }), { command: 'style', style: [['--ink', '#123']] }],
      [say('style', { style: 'x' }), undefined],
      [say('toString'), undefined],
      [readCommand({ type: TYPE, command: 'report' }), undefined],
      [readCommand(undefined), undefined],
    ];
    for (const [got, wanted] of table) assert.deepEqual(got, wanted);
  });

  it('set a colour, a radius or a font from a list, and no more', () => {
    const good = ['#fff', '#FFF8', '#a1b2c3', '#a1b2c3d4', 'rebeccapurple', 'rgb(1 2 3 / 50%)', 'rgba(1, 2, 3, .5)', 'hsl(120deg 50% 50%)', 'oklch(0.5 0.1 200)', ''];
    const bad = ['#ff', 'url(x)', 'var(--x)', 'red; color: blue', 'inherit', 'transparent', 'rgb(var(--x))', 'rgb(1)}', 'image-set(x)', 'expression(1)', '\\72 ed', `#${'f'.repeat(90)}`, 7, null];
    for (const value of good) assert.deepEqual(readStyle('--ie-paper', value), ['--paper', value], value);
    for (const value of bad) assert.equal(readStyle('--ie-paper', value), undefined, String(value));
    assert.deepEqual(readStyle('--ie-radius', ' 0.5rem '), ['--radius', '0.5rem']);
    for (const value of ['5', '1000px', 'calc(1px)', '-1px', '50%']) assert.equal(readStyle('--ie-radius', value), undefined, value);
    assert.match(readStyle('--ie-font', 'serif')[1], /^Georgia/);
    for (const value of ['Georgia', 'constructor', 'url(x)']) assert.equal(readStyle('--ie-font', value), undefined, value);
    for (const name of ['--ie-bad', '--ie-key-a', '--paper', 'paper', '--ie-', '__proto__']) assert.equal(readStyle(name, '#fff'), undefined, name);
  });

  it('never throw, whatever they say', () => {
    const random = seeded(20_261_130);
    let known = 0;
    for (let n = 0; n < 50_000; n += 1) {
      const command = readCommand(message(random));
      if (command === undefined) continue;
      known += 1;
      assert.ok(['report', 'theme', 'lang', 'goto', 'style'].includes(command.command));
      for (const [name, value] of command.style ?? []) assert.ok(/^--[a-z0-9-]+$/.test(name) && !/[;{}\\]|url|var\(/i.test(value), `${name}: ${value}`);
    }
    assert.ok(known > 500, `only ${known} of the messages were commands`);
  });

  it('join as Pym joins them', () => {
    assert.equal(pymHeight('', 12), 'pymxPYMxxPYMxheightxPYMx12');
    assert.equal(pymHeight('a', 12), 'pymxPYMxaxPYMxheightxPYMx12');
    assert.deepEqual(['pymxPYMxaxPYMxwidthxPYMx5', 'pymxPYMxbxPYMxwidthxPYMx5', { width: 5 }].map((it) => isPymWidth('a', it)), [true, false, false]);
  });
});

/** Numbers from 0 to under 1, the same at every run. */
function seeded(state) {
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A message that is near to a command, or far from one. */
function message(random) {
  const one = (of) => of[Math.floor(random() * of.length)];
  const text = () => Array.from({ length: Math.floor(random() * 12) }, () => String.fromCharCode(Math.floor(random() * 0x2_00))).join('');
  const any = (depth = 2) => one([() => null, () => undefined, () => random() * 1e6, () => Math.floor(random() * 40), text, () => random() < 0.5, () => 'end', () => 'dark', () => 'zh', () => '#fff', () => `rgb(${text()})`, () => `url(${text()})`, () => (depth > 0 ? [any(depth - 1)] : []), () => (depth > 0 ? { [one(['--ie-paper', '--ie-font', '--ie-radius', 'x', '__proto__'])]: any(depth - 1), [text()]: any(0) } : {})])();
  if (random() < 0.2) return any();
  return { type: random() < 0.9 ? TYPE : any(), v: random() < 0.9 ? 1 : any(), command: random() < 0.9 ? one(['report', 'theme', 'lang', 'goto', 'style', 'constructor', '__proto__']) : any(), theme: any(), lang: any(), at: any(), style: any() };
}

describe('oEmbed', () => {
  for (let lesson = 1; lesson <= LESSONS; lesson += 1) {
    for (const lang of LANGUAGES) {
      spec(`of lesson ${lesson} in ${lang} shows that lesson`, hosted('empty'), async (page) => {
        const at = `${server.url}${oembedFile(lesson, lang)}`;
        const { version, type, title, width, height, html, cache_age } = await (await page.request.get(at)).json();
        assert.deepEqual([version, type, width, typeof height, typeof cache_age], ['1.0', 'rich', 720, 'number', 'number']);
        // Without SITE_URL, relative to the answer itself.
        const [, src] = /^<iframe src="([^"]+)"/.exec(html);
        await page.goto(new URL(src.replaceAll('&amp;', '&'), at).href);
        await page.locator('#board').waitFor();
        await settles(() => page.title(), title);
      });
    }
  }

  it('has the address of the site where one is given', () => {
    const site = siteUrl('https://example.org/retry');
    assert.equal(site, 'https://example.org/retry/');
    const { html, provider_url } = oembed(3, 'zh', site);
    assert.match(html, /^<iframe src="https:\/\/example\.org\/retry\/\?embed=1&amp;lesson=lesson-3&amp;lang=zh" title="[^"<]+" width="720" height="\d+"/);
    assert.equal(provider_url, site);
    assert.match(oembedLink(3, 'zh', { site }), /^<link rel="alternate" type="application\/json\+oembed" href="https:\/\/example\.org\/retry\/oembed\/lesson-3\.zh\.json" title="[^"]+">$/);
    assert.match(oembedLink(3, 'zh', { site: undefined, base: '../' }), / href="\.\.\/oembed\/lesson-3\.zh\.json" /);
    for (const wrong of ['example.org', 'ftp://example.org/', 'https://example.org/?a=1']) assert.throws(() => siteUrl(wrong), wrong);
  });
});

describe('the guide', () => {
  it('shows what is tested', () => {
    const guide = readFileSync(new URL('docs/embedding.md', ROOT), 'utf8');
    for (const name of ['plain.html', 'element.html', 'sandbox.html', 'csp.html']) {
      const snippets = [...hostFile(name).matchAll(/<!-- snippet -->\n([^]*?)<!-- end -->/g)].map(([, text]) => text);
      assert.ok(snippets.length > 0, name);
      // In both languages.
      for (const snippet of snippets) assert.ok(guide.split(snippet).length >= 3, `${name}: the guide lacks\n${snippet}`);
    }
    assert.ok(guide.split(hostFile('LessonFigure.vue')).length >= 3, 'LessonFigure.vue');
  });
});
