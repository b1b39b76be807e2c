// The page when its program cannot run, or stops: what is left to read, the reason, and the way on.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually, spec } from './page.mjs';

/** Ways in which the program does not start, and what the page then gives as the reason. */
const FAILURES = [
  {
    name: 'a wasm file that does not come',
    prepare: (context) => context.route('**/*.wasm', (route) => route.abort()),
    expects: [/^console: Failed to load resource/, /^error: Failed to fetch/],
    reason: /fetch/i,
  },
  {
    name: 'a wasm file that is not one',
    prepare: (context) =>
      context.route('**/*.wasm', (route) => route.fulfill({ contentType: 'application/wasm', body: 'no wasm' })),
    expects: [/^error: .*WebAssembly/],
    reason: /WebAssembly/,
  },
  {
    name: 'a browser without WebAssembly',
    prepare: (context) => context.addInitScript(() => delete globalThis.WebAssembly),
    expects: [/^error: .*WebAssembly/],
    reason: /WebAssembly/,
  },
  {
    name: 'a script that does not come',
    prepare: (context) => context.route('**/*.js', (route) => route.abort()),
    expects: [/^console: Failed to load resource/, /^error: Failed to fetch/],
    reason: /\.js|fetch|import/i,
  },
];

describe('without its program', () => {
  for (const { name, prepare, expects, reason } of FAILURES) {
    spec(`${name}: the text stays, and the reason stands in place`, { prepare, expects, waits: false }, async (page) => {
      await page.at('#boot-fail').waitFor();
      assert.match(await page.at('#boot-reason').innerText(), reason);
      const notes = await page.at('.boot-notes').innerText();
      assert.match(notes, /WebAssembly 没有运行/);
      assert.match(notes, /WebAssembly did not start/);
      const text = await page.at('.still:visible main').innerText();
      assert.match(text, /Both clients wait 2 s, hear nothing and note “unknown”/);
      assert.ok(await page.at('.still:visible .board:visible svg.lanes').first().isVisible(), 'the figure stays');
      assert.ok(!(await page.at('#boot-loading').isVisible()), 'nothing pretends to load');
    });
  }

  spec('without JavaScript: the text stays', { javaScriptEnabled: false, waits: false }, async (page) => {
    assert.match(await page.at('.boot-notes').innerText(), /JavaScript does not run here: the figure cannot move/);
    assert.match(await page.at('.still:visible main').innerText(), /两边的客户端都等满2秒/);
  });
});

describe('a program that stops', () => {
  const expects = [/^error: /, /^console: .*panicked/];
  /** The browser refuses an element where the program has no answer to a refusal: the next drawing panics. */
  async function stop(page) {
    await page.page.evaluate(() => {
      for (const name of ['createElement', 'createElementNS', 'createTextNode']) {
        Document.prototype[name] = () => {
          throw new TypeError(`${name} is refused`);
        };
      }
    });
    await page.press('Provider');
    await page.at('#stopped').waitFor();
  }

  spec('is said, with the scenario to copy', { place: 'lab', expects }, async (page) => {
    const scenario = await page.at('#json').inputValue();
    assert.ok(!(await page.at('#stopped').isVisible()));
    await stop(page);
    assert.match(await page.at('#stopped').innerText(), /The program stopped on an error/);
    assert.match(await page.at('#stopped').innerText(), /程序出错，停下了/);
    assert.notEqual(await page.at('#stopped-reason').innerText(), '');
    const kept = JSON.parse(await page.at('#stopped-scenario').inputValue());
    assert.deepEqual({ ...kept, service: 0 }, { ...JSON.parse(scenario), service: 0 });
  });

  spec('lets its scenario be copied', { place: 'lab', expects, permissions: ['clipboard-read', 'clipboard-write'] }, async (page) => {
    await stop(page);
    await page.at('#stopped-copy').click();
    const text = await page.at('#stopped-scenario').inputValue();
    await eventually(() => page.page.evaluate(() => navigator.clipboard.readText()), (got) => assert.equal(got, text));
  });

  spec('is back after a reload', { place: 'lab', expects }, async (page) => {
    await stop(page);
    await Promise.all([page.page.waitForEvent('load'), page.at('#stopped-reload').click()]);
    await page.ready(true);
    assert.ok(!(await page.at('#stopped').isVisible()));
    assert.deepEqual((await page.tally()).slice(0, 3), [1, 1, 1]);
  });
});
