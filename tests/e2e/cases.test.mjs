// The incidents: the list by kind, one of them with its two runs, what stands there while files are on their way, and
// what can be done where they do not come.
import { AxeBuilder } from '@axe-core/playwright';
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe } from 'node:test';
import { eventually, settles, spec } from './page.mjs';

const INCIDENTS = new URL('../../static/incidents/', import.meta.url);
const file = (name) => readFileSync(new URL(name, INCIDENTS), 'utf8');
const LIST = JSON.parse(file('index.json'));
const incident = (id) => LIST.find((entry) => entry.id === id);
const scenario = (id, which) => JSON.parse(file(`${id}-${which}.json`));

const WORDS = {
  en: {
    nav: 'Incidents',
    heading: 'Public failures, run again',
    evidence: { incident: 'Incident', bug: 'Bug', review: 'Review', design: 'Design' },
    small: 'Small project',
    worlds: { bug: ['As it happened', 'Built right'], review: ['As it would happen', 'Built right'] },
    race: 'Two at once',
    all: 'All',
    back: 'All incidents',
    previous: 'Previous incident',
    next: 'Next incident',
    loadingList: 'Loading the list…',
    loadingRuns: 'Loading both runs…',
    retry: 'Try again',
    notCome: (name) => new RegExp(`^incidents/${name} was not loaded \\(.+\\)\\. Check the network, then try again\\.`),
    twice: /meant 1 · made 2 · 0 replays · 0 refused · 1 finding/,
    well: /meant 1 · made 1 · 1 replay · 0 refused · 0 findings/,
    carryOn: (run) => `Carry on in lab: ${run}`,
  },
  zh: {
    nav: '事故',
    heading: '公开的失败，逐个重跑',
    evidence: { incident: '事故', bug: '缺陷', review: '评审', design: '设计' },
    small: '小项目',
    worlds: { bug: ['事情经过', '做对了'], review: ['推演经过', '做对了'] },
    race: '同时到达',
    all: '全部',
    back: '全部事故',
    previous: '上一个事故',
    next: '下一个事故',
    loadingList: '正在载入清单…',
    loadingRuns: '正在载入两次运行…',
    retry: '再试一次',
    notCome: (name) => new RegExp(`^incidents/${name}没有载入（.+）。检查网络，再试一次。`),
    twice: /意图1·做成2·重放0·被拒0·问题1/,
    well: /意图1·做成1·重放1·被拒0·问题0/,
    carryOn: (run) => `去实验台继续：${run}`,
  },
};

const list = (lang, more = {}) => ({ lang, place: 'cases', waits: false, ...more });
const one = (lang, id, more = {}) => ({ lang, place: `case-${id}`, waits: false, ...more });
const cards = (page) => page.at('.case-card');
const card = (page, id) => page.at(`#card-${id}`);
const status = (page) => page.at('main [role=status]');
const isFocused = (target) => target.evaluate((it) => it === document.activeElement);

/** The incident's figure is there: its two worlds have their names, its cursor is at the end. */
async function shows(page, id) {
  await page.at('.case-run').first().waitFor();
  const words = WORDS[page.lang];
  const { evidence, story, source } = incident(id);
  await settles(() => page.at('#cases-title').innerText(), story[page.lang]);
  const names = words.worlds[['incident', 'bug'].includes(evidence) ? 'bug' : 'review'];
  await settles(() => page.at('.head-title').allInnerTexts(), names);
  await settles(() => page.at('#stage-title').innerText(), scenario(id, 'as-reported').title[page.lang]);
  const [n, m] = await page.position();
  assert.ok(n === m && m > 5, `${n} of ${m}`);
  assert.match(page.page.url(), new RegExp(`#case-${id}$`));
  await eventually(() => page.page.title(), (title) => assert.ok(title.startsWith(source.text), title));
}

for (const lang of ['zh', 'en']) {
  const words = WORDS[lang];
  describe(`incidents, ${lang}`, () => {
    spec('are listed by kind, each with what its source is', list(lang), async (page) => {
      await settles(() => cards(page).count(), 24);
      assert.equal(await page.at('h2').innerText(), words.heading);
      const stories = new Map(LIST.map((entry) => [entry.story[lang], entry]));
      for (const shown of await cards(page).all()) {
        const entry = stories.get(await shown.locator('button').innerText());
        assert.ok(entry, await shown.innerText());
        const tags = [words.evidence[entry.evidence], ...(entry.small ? [words.small] : [])];
        assert.deepEqual(await shown.locator('.case-tag').allInnerTexts(), tags, entry.id);
        const link = shown.locator('a');
        const [href, target, rel] = await Promise.all(['href', 'target', 'rel'].map((name) => link.getAttribute(name)));
        assert.deepEqual([href, target, rel], [entry.source.url, '_blank', 'noopener noreferrer']);
        assert.ok((await link.innerText()).startsWith(entry.source.text));
      }
      const counts = await page.at('.case-group h3 span').allInnerTexts();
      assert.equal(counts.map(Number).reduce((sum, n) => sum + n, 0), 24);
      const shows = await page.at('.case-group').evaluateAll((groups) => groups.map((it) => it.querySelectorAll('li').length));
      assert.deepEqual(counts.map(Number), shows);
    });

    spec('are filtered by kind', list(lang), async (page) => {
      const chip = page.at('.case-filter').getByRole('button', { name: new RegExp(`^${words.race}`) });
      await chip.click();
      const wanted = LIST.filter((entry) => entry.kind === 'race').map((entry) => entry.id);
      await settles(() => cards(page).count(), wanted.length);
      await settles(() => page.isPressed(chip), true);
      assert.match(await status(page).textContent(), new RegExp(`${wanted.length}`));
      await card(page, wanted[0]).click();
      await shows(page, wanted[0]);
      assert.match(await page.at('.case-nav span').innerText(), new RegExp(`^1 / ${wanted.length}$`));
      await page.press(words.next);
      await shows(page, wanted[1]);
      await page.press(words.back);
      await settles(() => cards(page).count(), wanted.length);
      await page.at('.case-filter').getByRole('button', { name: new RegExp(`^${words.all}`) }).click();
      await settles(() => cards(page).count(), 24);
    });

    spec('one opens with both runs, and leaves their numbers on its card', list(lang), async (page) => {
      await page.enter(card(page, 'c05'));
      await shows(page, 'c05');
      assert.ok(await isFocused(page.at('#cases-title')), 'the focus is on the story');
      const runs = await page.at('.case-run').allInnerTexts();
      assert.match(runs[0], words.twice);
      assert.match(runs[1], words.well);
      const [left, right] = [0, 1].map((world) => page.verdict(world));
      for (const [n, said] of [await left, await right].entries()) {
        for (const line of said) assert.ok(runs[n].replace(/\s+/g, ' ').includes(line), `${line} in ${runs[n]}`);
      }
      await page.enter(page.button(words.back));
      await settles(() => cards(page).count(), 24);
      assert.ok(await isFocused(card(page, 'c05')), 'the focus is back on the card');
      const numbers = await page.at('.case-card').filter({ has: card(page, 'c05') }).locator('dd').allInnerTexts();
      assert.match(numbers[0], words.twice);
      assert.match(numbers[1], words.well);
      assert.match(page.page.url(), /#cases$/);
    });

    spec('every one opens by turning over, and nothing is wider than the page', list(lang), async (page) => {
      await cards(page).first().waitFor();
      const order = await page.at('.case-card button').evaluateAll((all) => all.map((it) => it.id.replace('card-', '')));
      await card(page, order[0]).click();
      for (const [n, id] of order.entries()) {
        await shows(page, id);
        assert.equal(await page.at('.case-nav span').innerText(), `${n + 1} / 24`);
        const width = await page.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(width <= 0, `${id}: ${width} px too wide`);
        const next = page.button(words.next);
        assert.equal(await next.getAttribute('aria-disabled'), String(n + 1 === order.length));
        await next.press('Enter');
        assert.ok(await isFocused(next), 'the focus stays where it is');
      }
      await page.press(words.previous);
      await shows(page, order.at(-2));
    });

    spec('an address opens one, and a reload again', one(lang, 'c27'), async (page) => {
      await shows(page, 'c27');
      await page.page.reload();
      await shows(page, 'c27');
      await page.button(words.nav).first().click();
      await settles(() => cards(page).count(), 24);
      assert.match(page.page.url(), /#cases$/);
    });

    spec('an address of none says so above all of them', one(lang, 'c99'), async (page) => {
      await settles(() => cards(page).count(), 24);
      assert.match(await page.at('[role=alert]').filter({ hasText: 'c99' }).innerText(), /c99/);
      assert.match(page.page.url(), /#cases$/);
    });

    for (const world of [0, 1]) {
      spec(`the ${world ? 'right' : 'left'} run is carried on in the lab`, one(lang, 'c26'), async (page) => {
        await shows(page, 'c26');
        const name = words.worlds.bug[world];
        await page.press(words.carryOn(name));
        const wanted = scenario('c26', world ? 'built-right' : 'as-reported');
        await eventually(
          () => page.scenario(),
          (got) => {
            assert.equal(got.service.effect.key, wanted.service.effect.key);
            assert.equal(got.script.length, wanted.script.length);
          },
        );
        await page.button(words.nav).first().click();
        await shows(page, 'c26');
      });
    }
  });

  /** Holds requests back, fails them, or lets them through, as it is told. */
  const gate = (pattern) => {
    const waiting = [];
    const it = {
      how: 'hold',
      async prepare(context) {
        await context.route(pattern, (route) => (it.how === 'hold' ? waiting.push(route) : it.answer(route)));
      },
      answer: (route) => (it.how === 'fail' ? route.abort() : route.continue()),
      async turn(how) {
        it.how = how;
        await Promise.all(waiting.splice(0).map(it.answer));
      },
    };
    return it;
  };
  const expects = [/^console: Failed to load resource/, /^missing: /];

  describe(`incidents on their way, ${lang}`, () => {
    const listed = gate('**/incidents/index.json');
    spec('the list: loading is said, a failure can be asked again', list(lang, { prepare: listed.prepare, expects }), async (page) => {
      await settles(() => status(page).innerText(), words.loadingList);
      assert.equal(await status(page).getAttribute('aria-live'), 'polite');
      await listed.turn('fail');
      const failed = page.at('main [role=alert]');
      await eventually(() => failed.innerText(), (said) => assert.match(said, words.notCome('index.json')));
      await page.enter(page.button(words.retry));
      await eventually(() => failed.innerText(), (said) => assert.match(said, words.notCome('index.json')));
      await listed.turn('pass');
      await page.press(words.retry);
      await settles(() => cards(page).count(), 24);
      assert.ok(await isFocused(page.at('#cases-title')), 'the focus is on the heading');
    });

    const runs = gate(/incidents\/c\d\d-/);
    spec('the runs: the story is there at once, the rest is asked again', one(lang, 'c05', { prepare: runs.prepare, expects }), async (page) => {
      await settles(() => status(page).innerText(), words.loadingRuns);
      assert.equal(await page.at('#cases-title').innerText(), incident('c05').story[lang]);
      assert.equal(await page.at('#board').count(), 0, 'no other figure stands there');
      await runs.turn('fail');
      const failed = page.at('main [role=alert]');
      await eventually(() => failed.innerText(), (said) => assert.match(said, words.notCome('c05-.+\\.json')));
      await runs.turn('pass');
      await page.enter(page.button(words.retry));
      await shows(page, 'c05');
    });

    const late = gate('**/incidents/c05-*.json');
    spec('what comes late disturbs no lesson and no other incident', one(lang, 'c05', { prepare: late.prepare }), async (page) => {
      await settles(() => status(page).innerText(), words.loadingRuns);
      await page.press(words.next);
      await eventually(() => page.page.url(), (url) => assert.doesNotMatch(url, /c05$/));
      await page.at('.case-run').first().waitFor();
      const url = page.page.url();
      const story = await page.at('#cases-title').innerText();
      await page.press(words.previous);
      await settles(() => status(page).innerText(), words.loadingRuns);
      await page.press(page.words.lessons);
      await page.board.waitFor();
      const position = await page.position();
      await late.turn('pass');
      await page.page.waitForTimeout(100);
      assert.deepEqual(await page.position(), position);
      assert.equal(await page.at('.case').count(), 0);
      await page.button(words.nav).first().click();
      await shows(page, 'c05');
      await page.press(words.next);
      await settles(() => page.at('#cases-title').innerText(), story);
      assert.equal(page.page.url(), url);
    });

    const broken = { contentType: 'application/json', body: '{"v": 1,\n "titel": {}}' };
    const breaks = (pattern, answer) => (context) => context.route(pattern, (route) => route.fulfill(answer));
    spec('a run that cannot be read says where', one(lang, 'c05', { prepare: breaks('**/c05-built-right.json', broken) }), async (page) => {
      const failed = page.at('main [role=alert]');
      await eventually(() => failed.innerText(), (said) => assert.match(said, /c05-built-right\.json.*2.*titel/s));
    });
    spec('a list that cannot be read says where', list(lang, { prepare: breaks('**/index.json', broken) }), async (page) => {
      await eventually(() => page.at('main [role=alert]').innerText(), (said) => assert.match(said, /incidents\/index\.json/));
      await page.button(words.retry).waitFor();
    });
    spec('a missing file says its status', list(lang, { prepare: breaks('**/index.json', { status: 404, body: '' }), expects }), async (page) => {
      await eventually(() => page.at('main [role=alert]').innerText(), (said) => assert.match(said, /HTTP 404/));
    });
    const short = JSON.stringify(LIST.filter((entry) => entry.kind !== 'race'));
    spec('a kind that the list lacks says so', list(lang, { prepare: breaks('**/index.json', { contentType: 'application/json', body: short }) }), async (page) => {
      await page.at('.case-filter').getByRole('button', { name: new RegExp(`^${words.race}`) }).click();
      await eventually(() => page.at('.cases-none').innerText(), (said) => assert.ok(said.includes(words.race), said));
      await page.button(words.all, page.at('.cases-none')).click();
      await settles(() => cards(page).count(), JSON.parse(short).length);
    });
  });
}

describe('an incident’s figure', () => {
  spec('is stepped with keys and the scrubber, broken by tap, and brought back', one('en', 'c05'), async (page) => {
    await shows(page, 'c05');
    const [, end] = await page.position();
    const before = [await page.tally(0), await page.tally(1)];
    await page.tabTo(page.board);
    await page.key('ArrowLeft');
    await settles(() => page.position(), [end - 1, end]);
    await page.key('Home');
    await settles(() => page.position(), [0, end]);
    await page.scrubber.fill('5');
    await settles(() => page.position(), [5, end]);
    await page.toEnd();
    await (await page.sentence(/Right.*The client sends attempt 1/)).row.click();
    await page.chips.filter({ hasText: /^Lose it$/ }).click();
    await eventually(() => page.tally(1), (got) => assert.notDeepEqual(got, before[1]));
    assert.deepEqual(await page.tally(0), before[0], 'the other world is as it was');
    await page.press('Undo');
    await page.counts(before[1], 1);
    await page.press('Redo');
    await eventually(() => page.tally(1), (got) => assert.notDeepEqual(got, before[1]));
    await page.press('Start over');
    await page.counts(before[1], 1);
    await page.press('Play');
    await page.press('Pause');
  });

  spec('a proof in the verdict beside it goes to its event', one('en', 'c05'), async (page) => {
    await shows(page, 'c05');
    await page.at('.case-run .link').first().click();
    await eventually(() => page.position(), ([n, m]) => assert.ok(n < m, `${n} of ${m}`));
  });

  spec('is opened from the first visit’s program', { place: 'lesson-1' }, async (page) => {
    await page.button('Incidents').click();
    await settles(() => cards(page).count(), 24);
    await page.press('中文');
    await settles(() => page.at('h2').innerText(), WORDS.zh.heading);
  });
});

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

async function findsNothing(page) {
  const { violations } = await new AxeBuilder({ page: page.page }).withTags(TAGS).analyze();
  const short = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).slice(0, 4).join('; ')}`);
  assert.deepEqual(short, []);
}

for (const lang of ['zh', 'en']) {
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [390, 1280]) {
      describe(`incidents under axe: ${lang}, ${colorScheme}, ${width} px`, () => {
        const more = { colorScheme, viewport: { width, height: 844 } };
        spec('the list', list(lang, more), async (page) => {
          await cards(page).first().waitFor();
          await findsNothing(page);
        });
        spec('one of them', one(lang, 'c26', more), async (page) => {
          await shows(page, 'c26');
          await findsNothing(page);
        });
        spec('a failure', list(lang, { ...more, prepare: (context) => context.route('**/index.json', (route) => route.abort()), expects: [/^console: /] }), async (page) => {
          await page.button(WORDS[lang].retry).waitFor();
          await findsNothing(page);
        });
      });
    }
  }
  describe(`incidents in any width, ${lang}`, () => {
    for (const place of ['cases', 'case-c26', 'case-c15']) {
      spec(`${place} does not scroll sideways from 320 px to 1920 px`, { lang, place, waits: false }, async (page) => {
        await page.at('.case-card, .case-run').first().waitFor();
        for (const width of [320, 390, 768, 1100, 1280, 1920]) {
          await page.page.setViewportSize({ width, height: 900 });
          const wide = () => document.documentElement.scrollWidth - document.documentElement.clientWidth;
          await settles(() => page.page.evaluate(wide), 0, `${width} px`);
        }
      });
    }
  });
}
