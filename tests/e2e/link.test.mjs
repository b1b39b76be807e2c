// Links to runs: opened, followed while scrubbing, gone back and forward along, pasted, and wrong ones.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually, settles, spec } from './page.mjs';

const RUN =
  'w.fixture.one-transaction~c.c1.per-intent.durable.K1~s.0.c1.send.i1.order.pen.2~s.30s.c1.send.i1~f.lose.response.c1-1';
const link = (head) => `r1~${head}~${RUN}`;

const fragment = (page) => page.page.url().split('#')[1];
const entries = (page) => page.page.evaluate(() => history.length);
const isLab = (page) => page.at('#intent-record').waitFor({ state: 'attached' });
const notice = (page) => page.at('#notice p').innerText();
const world = (page) => page.page.evaluate(() => localStorage.getItem('retry-without-repeating.world'));
/** Opens an address by hand in the page that is open: no reload. */
const paste = (page, text) =>
  page.page.evaluate((hash) => {
    location.hash = hash;
  }, text);
const back = (page) => page.page.evaluate(() => history.back());
const forward = (page) => page.page.evaluate(() => history.forward());

describe('a link', () => {
  for (const lang of ['zh', 'en']) {
    spec(`opens its run in the lab, at its cursor, in its language (${lang})`, { place: 'lesson-2' }, async (page) => {
      page.lang = lang;
      await page.gotoAddress(`#${link(`${lang}~at7`)}`);
      await isLab(page);
      await page.board.waitFor();
      assert.deepEqual((await page.position())[0], 7);
      assert.equal(await page.page.evaluate(() => document.documentElement.lang), lang === 'zh' ? 'zh-Hans' : 'en');
      const scenario = await page.scenario();
      assert.deepEqual(scenario.clients.c1.keys, ['K1']);
      assert.equal(scenario.script[0].body.product, 'pen');
      await page.toEnd();
      await page.counts([1, 2, 1, 1, 0]);
    });
  }

  spec('follows the cursor without new entries, and is reloaded there', { place: link('en~at7') }, async (page) => {
    await isLab(page);
    const before = await entries(page);
    await page.board.focus();
    for (let n = 0; n < 5; n += 1) await page.key('ArrowRight');
    await settles(() => page.position().then(([n]) => n), 12);
    await eventually(() => fragment(page), (hash) => assert.match(hash, /^r1~en~at12~d/));
    assert.equal(await entries(page), before);
    await page.page.reload();
    await isLab(page);
    await page.board.waitFor();
    await settles(() => page.position().then(([n]) => n), 12);
    assert.equal(await page.at('#notice').count(), 0);
  });

  spec('is only looked at until something is done: the own lab stays kept', { place: 'lab' }, async (page) => {
    await page.press('Retry, new key');
    await page.counts([1, 2, 2, 0, 0]);
    const own = await world(page);
    await paste(page, link('en'));
    await eventually(() => page.scenario(), (it) => assert.equal(it.script[0].body.product, 'pen'));
    assert.equal(await world(page), own);
    await page.press('Undo');
    await page.counts([1, 2, 2, 0, 0]);
    await settles(() => fragment(page), 'lab');
    await page.press('Redo');
    await page.press(page.words.retrySame);
    await eventually(() => world(page), (kept) => assert.match(kept, /"pen"/));
    await eventually(() => fragment(page), (hash) => assert.match(hash, /^r1~en~d.*s\.31s\.c1\.send/));
  });

  spec('pasted while a lesson is open loads the lab', { place: 'lesson-3' }, async (page) => {
    await paste(page, link('en~at3'));
    await isLab(page);
    await settles(() => page.position().then(([n]) => n), 3);
    await back(page);
    await settles(() => fragment(page), 'lesson-3');
    await page.at('.lesson-title').waitFor();
  });

  spec('keeps what else the address asks for', { place: 'lesson-1' }, async (page) => {
    await page.gotoAddress(`?from=chat&lang=zh&x=1#${link('en')}`);
    await isLab(page);
    await eventually(() => new URL(page.page.url()).search, (search) => assert.equal(search, '?lang=zh&from=chat&x=1'));
    assert.match(fragment(page), /^r1~zh~/, 'the address’s language goes before the link’s');
  });

  for (const [what, text, said, rest] of [
    ['an unknown statement', link('en~x.new'), /Statement 3, “x\.new”: this version does not know it/, true],
    ['a branch', link('en~b.at3'), /Statement 3, “b\.at3”: a branch, which this version does not know/, true],
    ['another version', 'r9~en', /Statement 1, “r9”: this page reads links that begin with r1/, false],
    ['a link cut short', link('en').slice(0, -40), /Statement 5, .*: wanted order\.PRODUCT\.QUANTITY/, true],
    ['no contract', 'r1~en~c.c1.per-intent.durable', /the file: found an object without it, wanted the field “service”/, false],
  ]) {
    spec(`with ${what} says so, where, and what is open instead`, { place: text }, async (page) => {
      await isLab(page);
      await eventually(() => notice(page), (words) => assert.match(words, said));
      assert.match(await notice(page), /The lab is open as it was/);
      assert.equal(fragment(page), text, 'the address still has it');
      assert.equal(await page.button('Open the rest').count(), rest ? 1 : 0);
      await page.counts([1, 1, 1, 0, 0]);
      await page.press(page.words.dismiss);
      await settles(() => fragment(page), 'lab');
    });
  }

  spec('in part is opened when the reader asks', { place: link('en~x.new') }, async (page) => {
    await isLab(page);
    await page.enter(page.button('Open the rest'));
    await eventually(() => notice(page), (words) => assert.match(words, /open without what could not be read/));
    await page.counts([1, 2, 1, 1, 0]);
  });

  spec('whose run comes out otherwise says so, and where', { place: link('en~d0123456789abcdef~m.2.aaa~end.2.2.effect-twice') }, async (page) => {
    await isLab(page);
    await eventually(() => notice(page), (words) => {
      assert.match(words, /comes out otherwise/);
      assert.match(words, /another within the first 2 events/);
      assert.match(words, /There: 2 orders, 2 effects, effect-twice\. Here: 1 order, 1 effect, nothing found\./);
    });
  });
});

describe('Back and Forward', () => {
  spec('go along deeds, one entry each, as undo and redo do', { place: 'lab' }, async (page) => {
    const before = await entries(page);
    await page.press(page.words.retrySame);
    await page.counts([1, 2, 1, 1, 0]);
    await page.press('Retry, new key');
    await page.counts([1, 3, 2, 1, 0]);
    await page.board.focus();
    await page.key('Home');
    await page.key('ArrowRight');
    assert.equal(await entries(page), before + 2);
    await back(page);
    await page.toEnd();
    await page.counts([1, 2, 1, 1, 0]);
    assert.ok(await page.button('Redo').isEnabled());
    await back(page);
    await page.toEnd();
    await page.counts([1, 1, 1, 0, 0]);
    await forward(page);
    await forward(page);
    await settles(() => page.position().then(([n]) => n), 1);
    await page.toEnd();
    await page.counts([1, 3, 2, 1, 0]);
    assert.equal(await entries(page), before + 2);
  });

  spec('go along places, in either program', { place: 'lesson-1' }, async (page) => {
    await page.press(/Same key or new key/);
    await settles(() => fragment(page), 'lesson-2');
    await back(page);
    await settles(() => fragment(page), 'lesson-1');
    await page.at('.chapters [aria-current=page]').filter({ hasText: 'The response is lost' }).waitFor();
    await page.press('Contracts');
    await settles(() => fragment(page), 'contracts');
    await page.press('Lab');
    await isLab(page);
    await settles(() => fragment(page), 'lab');
    await back(page);
    await settles(() => fragment(page), 'contracts');
    await back(page);
    await settles(() => fragment(page), 'lesson-1');
    await page.at('.lesson-title').waitFor();
    await forward(page);
    await settles(() => fragment(page), 'contracts');
    assert.equal(await page.at('.lesson-title').count(), 0);
  });

  spec('leave a place alone for an anchor within the page', { place: 'lab' }, async (page) => {
    await page.press(page.words.retrySame);
    await paste(page, 'board');
    await page.counts([1, 2, 1, 1, 0]);
    await back(page);
    await page.counts([1, 2, 1, 1, 0]);
    await back(page);
    await page.counts([1, 1, 1, 0, 0]);
  });

  spec('from an opened link is the own lab, and forward the link', { place: 'lab' }, async (page) => {
    await page.press('Retry, new key');
    await paste(page, link('en~at4'));
    await settles(() => page.position().then(([n]) => n), 4);
    await back(page);
    await settles(() => fragment(page), 'lab');
    await page.toEnd();
    await page.counts([1, 2, 2, 0, 0]);
    await forward(page);
    await eventually(() => fragment(page), (hash) => assert.match(hash, /^r1~en~at4/));
    await settles(() => page.position().then(([n]) => n), 4);
  });
});

describe('the link of a run', () => {
  const clip = { permissions: ['clipboard-read', 'clipboard-write'] };
  const open = async (page) => {
    await page.at('#share > summary').click();
    await page.at('#share-link, #share-long').waitFor();
  };

  spec('is shown, copied and opened again, here and in a fresh page', { place: 'lab', ...clip }, async (page) => {
    await page.press(page.words.retrySame);
    await page.counts([1, 2, 1, 1, 0]);
    await page.board.focus();
    await page.key('Home');
    await page.key('ArrowRight');
    await open(page);
    const shown = await page.at('#share-link').inputValue();
    assert.match(shown, /^http.*\/some\/where\/#r1~en~at1~d[0-9a-f]{16}~/);
    await page.press('Copy link');
    await settles(() => page.at('#share [role=status]').first().innerText(), 'Copied');
    assert.equal(await page.page.evaluate(() => navigator.clipboard.readText()), shown);
    const scenario = await page.scenario();
    await page.page.evaluate(() => localStorage.clear());
    await page.gotoAddress(`#${shown.split('#')[1]}`);
    await isLab(page);
    await settles(() => page.position().then(([n]) => n), 1);
    assert.deepEqual(await page.scenario(), scenario);
    assert.equal(await page.at('#notice').count(), 0);
  });

  spec('follows the cursor and the language while the panel is open', { place: 'lab' }, async (page) => {
    await open(page);
    await page.board.focus();
    await page.key('Home');
    await eventually(() => page.at('#share-link').inputValue(), (link) => assert.match(link, /#r1~en~at0~/));
    await page.press('中文');
    await eventually(() => page.at('#share-link').inputValue(), (link) => assert.match(link, /#r1~zh~at0~/));
  });

  spec('is selected where the clipboard is denied', {
    place: 'lab',
    prepare: (context) =>
      context.addInitScript(() => Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined })),
  }, async (page) => {
    await open(page);
    await page.enter(page.button('Copy link'));
    await eventually(() => page.at('#share [role=status]').first().innerText(), (said) => assert.match(said, /copy it by hand/));
    const selected = await page.page.evaluate(() => {
      const { activeElement: at } = document;
      return [at.id, at.value.slice(at.selectionStart, at.selectionEnd) === at.value];
    });
    assert.deepEqual(selected, ['share-link', true]);
  });

  spec('that would be too long says so and offers the file', { place: 'lab', acceptDownloads: true }, async (page) => {
    for (let n = 0; n < 26; n += 1) await page.press('Retry, new key');
    await open(page);
    const said = await page.at('#share-long').innerText();
    const [, length] = /too long for a link: (\d+) characters, at most 2000/.exec(said) ?? assert.fail(said);
    assert.ok(Number(length) > 2000);
    const [download] = await Promise.all([
      page.page.waitForEvent('download'),
      page.at('#share').getByRole('button', { name: 'Save', exact: true }).first().click(),
    ]);
    assert.match(download.suggestedFilename(), /^scenario-.*\.json$/);
  });
});
