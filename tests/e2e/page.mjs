// The page as a person meets it: what can be read off it, and what can be done with hand and keyboard. Every spec gets a
// fresh profile, and fails as well if the page logs an error, asks another origin for anything, or misses a file.
// Not here: expectations about the runs, and the page's words (words.mjs).
import assert from 'node:assert/strict';
import { after, before, it } from 'node:test';
import { launchBrowser } from '../../scripts/browser.mjs';
import { serveDist } from '../../scripts/serve-dist.mjs';
import { WORDS } from './words.mjs';

/** How long a condition may take to come true; none should need a tenth of it. */
const PATIENCE = 10_000;
const COUNTS = ['meant', 'attempts', 'made', 'replays', 'refused'];

let server;
let browser;

before(async () => {
  server = await serveDist({ base: '/some/where/', ...(process.env.DIST && { dir: process.env.DIST }) });
  browser = await launchBrowser();
});
after(async () => {
  await browser?.close();
  await server?.close();
});

/** Reads until the check holds, and fails as the check does where it never holds. */
export async function eventually(read, check) {
  const end = Date.now() + PATIENCE;
  for (;;) {
    try {
      return await check(await read());
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    await new Promise((done) => setTimeout(done, 15));
  }
}

/** Waits until what is read equals what is wanted. */
export const settles = (read, wanted, message) => eventually(read, (got) => assert.deepEqual(got, wanted, message));

/**
 * A test with a page of its own. `options`: `lang`, `place` (`lesson-1` … `lab`), `prepare(context)` before the page is
 * opened, `start` (no: the test opens its page itself), `expects` (patterns of console errors that the test provokes), `waits` (for a page that starts; default yes),
 * and anything that Playwright's `browser.newContext` takes.
 */
export function spec(name, options, body) {
  const { lang = 'en', place = 'lesson-1', prepare, expects = [], waits = true, start = true, ...context } = options;
  it(name, { timeout: 60_000 }, async () => {
    const opened = await browser.newContext({
      viewport: { width: 1280, height: 900 },
      locale: 'en-GB',
      reducedMotion: 'reduce',
      serviceWorkers: 'block', // routes would not see what it answers; offline.test.mjs is about it
      ...context,
    });
    opened.setDefaultTimeout(PATIENCE);
    try {
      await prepare?.(opened);
      const page = new Explainer(await opened.newPage(), lang);
      if (start) await page.goto(place, waits);
      await body(page, opened);
      assert.deepEqual(page.faultsExcept(expects), [], 'console errors, other origins, missing files');
    } finally {
      await opened.close();
    }
  });
}

export class Explainer {
  constructor(page, lang) {
    this.page = page;
    this.lang = lang;
    this.faults = [];
    page.on('console', (message) => message.type() === 'error' && this.faults.push(`console: ${message.text()}`));
    page.on('pageerror', (error) => this.faults.push(`error: ${error.message}`));
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(server.url) && !/^(data|blob):/.test(url)) this.faults.push(`request: ${url}`);
    });
    page.on('response', (response) => response.status() >= 400 && this.faults.push(`missing: ${response.url()}`));
  }

  faultsExcept(patterns) {
    return this.faults.filter((fault) => !patterns.some((pattern) => pattern.test(fault)));
  }

  get words() {
    return WORDS[this.lang];
  }

  async goto(place, waits = true) {
    await this.page.goto(`${server.url}?lang=${this.lang}#${place}`);
    if (waits) await this.ready(place === 'lab');
  }

  /** Opens one of the site's files, such as `lesson-3.zh.html`. */
  async gotoFile(file, waits = true) {
    await this.page.goto('about:blank');
    await this.page.goto(server.url + file);
    if (waits) await this.ready(false);
  }

  /** Opens an address under the page's own, such as `?lang=zh#lab`. */
  async gotoAddress(rest) {
    await this.page.goto('about:blank');
    await this.page.goto(server.url + rest);
    await this.ready(rest.endsWith('#lab'));
  }

  async reload() {
    const isLab = this.page.url().endsWith('#lab');
    await this.page.reload();
    await this.ready(isLab);
  }

  /** The figure is the program's, not the still one; in the lab, whose program comes later than the first visit's, its controls too. */
  async ready(isLab) {
    if (isLab) await this.at('#intent-record').waitFor({ state: 'attached' });
    await this.at('#app:not(.is-waiting) #board').waitFor();
  }

  at = (selector) => this.page.locator(selector);
  get board() {
    return this.at('#board');
  }
  get scrubber() {
    return this.at('#scrubber');
  }
  get sentences() {
    return this.at('ol.events li button');
  }
  get chips() {
    return this.at('.chips button');
  }
  button(name, within = this.page) {
    return within.getByRole('button', { name, exact: typeof name === 'string' });
  }
  group(name) {
    return this.page.getByRole('group', { name, exact: true });
  }
  choice(group, name) {
    return this.button(name, this.group(group));
  }
  option(label) {
    const exact = this.page.getByText(label, { exact: true });
    return this.at('.predict').getByRole('button').filter({ has: exact });
  }
  /** The sentence that says something, and its number from 0. */
  async sentence(said) {
    const texts = await this.sentences.allInnerTexts();
    const n = texts.findIndex((text) => said.test(text.replace(/\s+/g, ' ')));
    assert.ok(n >= 0, `no sentence says ${said}:\n${texts.join('\n')}`);
    return { n, row: this.sentences.nth(n) };
  }
  /** What can be pressed in the picture for a sentence (of a figure with one world). */
  async mark(said, shape = '') {
    const { n } = await this.sentence(said);
    return this.at(`${shape}[data-e="${n}"]`).first();
  }

  // What a person reads.

  /** Where the cursor stands: `[7, 19]`. */
  async position() {
    const text = await this.at('.transport .now b').innerText();
    return text.split('/').map(Number);
  }
  /** The counts of a world, in the order of COUNTS. */
  tally(world = 0) {
    return this.at(`[data-tally="${world}"] td[data-l]`).evaluateAll((cells, names) => {
      const heads = [...document.querySelectorAll('table.tally thead th')].map((head) => head.textContent);
      const labels = cells.map((cell) => cell.dataset.l);
      if (labels.length !== names.length || labels.join() !== heads.join()) throw new Error(`counts of ${labels}`);
      return cells.map((cell) => Number(cell.querySelector('b').textContent));
    }, COUNTS);
  }
  /** The lines of a world's verdict. */
  async verdict(world = 0) {
    const lines = await this.at(`[data-verdict="${world}"] li`).allInnerTexts();
    return lines.map((line) => line.replace(/\s+/g, ' ').trim());
  }
  events = () => this.sentences.count();
  /** The lab's scenario, as its JSON says. */
  async scenario() {
    return JSON.parse(await this.at('#json').inputValue());
  }
  /** Waits for the counts of a world. */
  async counts(wanted, world = 0) {
    await settles(() => this.tally(world), wanted, COUNTS.join());
  }
  /** Waits for a verdict: one pattern a line, and no line more. */
  async verdictSays(patterns, world = 0) {
    await eventually(
      () => this.verdict(world),
      (lines) => {
        assert.equal(lines.length, patterns.length, `verdict: ${lines.join(' | ')}`);
        patterns.forEach((pattern, n) => assert.match(lines[n], pattern));
      },
    );
  }
  isPressed(button) {
    return button.getAttribute('aria-pressed').then((value) => value === 'true');
  }

  // Hand and keyboard.

  async press(name) {
    await this.button(name).first().click();
  }
  key(keys) {
    return this.page.keyboard.press(keys);
  }
  /** Presses a mark in the picture, in its middle: a level line has no height that could be clicked otherwise. */
  async pressMark(mark) {
    const [x, y] = await mark.evaluate((it) => {
      it.scrollIntoView({ block: 'center' });
      const { x, y, width, height } = it.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    });
    await this.page.mouse.click(x, y);
  }
  /** Presses what stands in the picture for a sentence, and then one of the things that can be done to it. */
  async breakAt(said, chip, shape) {
    await this.pressMark(await this.mark(said, shape));
    await this.chips.filter({ hasText: chip }).click();
  }
  /** Moves the focus with Tab alone. */
  async tabTo(target, keys = 'Tab') {
    const element = await target.elementHandle();
    for (let n = 0; n < 250; n += 1) {
      if (await element.evaluate((it) => it === document.activeElement)) return;
      await this.key(keys);
    }
    assert.fail(`${target} is not reached with ${keys}`);
  }
  /** Reaches a control with Tab and presses Enter on it. */
  async enter(target) {
    await this.tabTo(target);
    await this.key('Enter');
  }
  /** Puts the cursor at the end of the run with the figure's own key. */
  async toEnd() {
    await this.board.focus();
    await this.key('End');
    await eventually(() => this.position(), ([n, m]) => assert.equal(n, m));
  }
  /** Steps back with the figure's own key, each step once the one before has been drawn. */
  async stepBackTo(row) {
    for (let [at] = await this.position(); at > row; ) {
      await this.key('ArrowLeft');
      at -= 1;
      await settles(async () => (await this.position())[0], at);
    }
  }
  /** Opens the lab's box with the scenario's text, if it is closed. */
  async openJson() {
    if (!(await this.at('#json').isVisible())) await this.at('details.json-box > summary').click();
    return this.at('#json');
  }
  async openScenario(text) {
    await (await this.openJson()).fill(text);
    await this.press(this.words.open);
  }
}
