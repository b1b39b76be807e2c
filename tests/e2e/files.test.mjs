// Files: opened by the field, by dropping and by pasting; what is wrong with one; and runs taken home, copied and saved.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe } from 'node:test';
import { eventually, settles, spec } from './page.mjs';

const lab = { place: 'lab' };
const clip = { permissions: ['clipboard-read', 'clipboard-write'] };
const START = [1, 1, 1, 0, 0];
const file = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const SCENARIO = file('static/scenarios/10-two-at-once-check-then-act.json');
const clipboard = (page) => page.page.evaluate(() => navigator.clipboard.readText());
const alert = (page) => page.at('#notice[role=alert]');
const panel = async (page) => {
  await page.at('#share > summary').click();
  await page.at('.share-body').waitFor();
};
const give = async (page, name, text) => {
  if (!(await page.at('.share-body').count())) await panel(page);
  await page.at('#file').setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(text) });
};
/** Drops files anywhere on the page, as a file manager does. */
const drop = (page, files, at = 'body') =>
  page.page.evaluate(
    ([given, selector]) => {
      const data = new DataTransfer();
      for (const [name, text] of given) data.items.add(new File([text], name, { type: 'application/json' }));
      const to = document.querySelector(selector);
      for (const type of ['dragenter', 'dragover', 'drop']) {
        to.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer: data }));
      }
    },
    [files, at],
  );
const saved = async (page, press) => {
  const [download] = await Promise.all([page.page.waitForEvent('download'), press()]);
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
};
const form = (page, format) => page.at(`[data-format=${format}]`);

describe('a scenario file', () => {
  spec('is opened by the field, its name shown, and undone', lab, async (page) => {
    await give(page, 'race.json', SCENARIO);
    await page.counts([1, 2, 2, 0, 0]);
    assert.equal(await page.at('#share-file').innerText(), 'Open: race.json');
    await page.press('Undo');
    await page.counts(START);
    assert.equal(await page.at('#share-file').count(), 0);
    await page.press('Redo');
    await page.at('#share-file').waitFor();
  });

  spec('is opened wherever it is dropped', lab, async (page) => {
    await drop(page, [['race.json', SCENARIO]], '#board');
    await page.counts([1, 2, 2, 0, 0]);
    assert.equal(await page.at('.drop-here').count(), 0);
  });

  spec('held over the page is told where it goes', lab, async (page) => {
    const drag = (type) =>
      page.page.evaluate((name) => {
        const data = new DataTransfer();
        data.items.add(new File(['{}'], 'x.json'));
        document.body.dispatchEvent(new DragEvent(name, { bubbles: true, cancelable: true, dataTransfer: data }));
      }, type);
    await drag('dragover');
    await page.page.getByText('Drop the scenario file here').waitFor();
    await drag('dragleave');
    await page.at('.drop-here').waitFor({ state: 'detached' });
  });

  spec('is opened when its text is pasted outside of a field', { ...lab, ...clip }, async (page) => {
    await page.page.evaluate((text) => navigator.clipboard.writeText(text), SCENARIO);
    await page.board.focus();
    await page.key('Control+V');
    await page.counts([1, 2, 2, 0, 0]);
    await page.press('Undo');
    await page.counts(START);
    await (await page.openJson()).focus();
    await page.key('Control+A');
    await page.key('Control+V');
    await page.counts(START);
    assert.equal(await page.at('#json').inputValue(), SCENARIO);
  });

  spec('opens a pasted link as well', { ...lab, ...clip }, async (page) => {
    const link = 'https://example.org/x/?lang=en#r1~en~at2~w.fixture.ignore~c.c1.none.memory~s.0.c1.send.i1.order.pen.1';
    await page.page.evaluate((text) => navigator.clipboard.writeText(text), link);
    await page.board.focus();
    await page.key('Control+V');
    await eventually(() => page.scenario(), (it) => assert.equal(it.service.write_order, 'ignore'));
  });

  const line7 = SCENARIO.replace('"fixture"', '"fixtures"');
  for (const [what, name, text, said] of [
    ['that is no JSON', 'x.json', '{\n  "v": 1,\n  oops\n}', /^x\.json was not opened\. Line 3, column 3, .*Your scenario is unchanged\./],
    ['with a wrong field', 'x.json', line7, /^x\.json was not opened\. Line \d+, column \d+, service\.contract: found “?"fixtures"/],
    ['that is too large', 'big.json', `{"a":"${'x'.repeat(70_000)}"}`, /^big\.json was not opened\. It has 70008 bytes; a scenario file has at most 65536\. Your scenario is unchanged\./],
    ['with markup', '<img src=x onerror=alert(1)>.json', '{"<script>alert(1)</script>": 1}', /^<img src=x onerror=alert\(1\)>\.json was not opened\. .*found "<script>alert/],
  ]) {
    spec(`${what} is told with its place and changes nothing`, lab, async (page) => {
      await page.press(page.words.retrySame);
      await page.counts([1, 2, 1, 1, 0]);
      const before = await page.scenario();
      await drop(page, [[name, text]]);
      await eventually(async () => (await alert(page).innerText()).replace(/\s+/g, ' '), (words) => assert.match(words, said));
      assert.deepEqual(await page.scenario(), before);
      assert.equal(await page.at('img, #notice script').count(), 0);
      if (/no JSON/.test(what)) assert.match(await page.at('.marked').innerText(), /oops/);
      await page.press('Undo');
      await page.counts(START);
      await drop(page, [['race.json', SCENARIO]]);
      await page.counts([1, 2, 2, 0, 0]);
      assert.equal(await alert(page).count(), 0);
    });
  }

  spec('that is no text, and two at once, are refused', lab, async (page) => {
    await panel(page);
    await page.at('#file').setInputFiles({ name: 'x.bin', mimeType: 'application/json', buffer: Buffer.from([0x7b, 0xff, 0xfe]) });
    await eventually(() => alert(page).innerText(), (words) => assert.match(words, /x\.bin was not opened\. It is no text\./));
    await drop(page, [['a.json', SCENARIO], ['b.json', SCENARIO]]);
    await eventually(() => alert(page).innerText(), (words) => assert.match(words, /Open one file at a time/));
    await page.counts(START);
  });

  spec('is opened in Chinese too', { ...lab, lang: 'zh' }, async (page) => {
    await drop(page, [['坏.json', '{']]);
    await eventually(() => alert(page).innerText(), (words) => assert.match(words, /没有打开坏\.json。[\s\S]*第1行第2列/));
  });
});

describe('a run is taken home', () => {
  spec('saved as a scenario that opens again, under a name in the page’s language', { ...lab, acceptDownloads: true }, async (page) => {
    await page.press(page.words.retrySame);
    await page.counts([1, 2, 1, 1, 0]);
    await panel(page);
    const { name, text } = await saved(page, () => form(page, 'json').getByText('Save').click());
    assert.match(name, /^scenario-[0-9a-f]{8}\.json$/);
    assert.deepEqual(JSON.parse(text), await page.scenario());
    await settles(() => form(page, 'json').getByRole('status').innerText(), `Saved as ${name}`);
    await page.press('Start over');
    await give(page, name, text);
    await page.counts([1, 2, 1, 1, 0]);
    await page.press('中文');
    const chinese = await saved(page, () => form(page, 'json').getByText('保存').click());
    assert.match(chinese.name, /^场景-[0-9a-f]{8}\.json$/);
  });

  for (const [format, name, says] of [
    ['http', /^run-[0-9a-f]{8}\.http$/, /Idempotency-Key/],
    ['hurl', /\.hurl$/, /POST \{\{/],
    ['markdown', /\.md$/, /^# /],
    ['mermaid', /\.mmd$/, /sequenceDiagram/],
    ['svg', /\.svg$/, /^<svg|^<\?xml/],
  ]) {
    spec(`as ${format}: shown, copied and saved, the same bytes`, { ...lab, ...clip, acceptDownloads: true }, async (page) => {
      await panel(page);
      const row = form(page, format);
      assert.equal(await page.at('#share-text').count(), 0, 'nothing is made before it is asked for');
      await row.getByText('Show', { exact: true }).click();
      const shown = await page.at('#share-text').inputValue();
      assert.match(shown, says);
      await row.getByText('Copy', { exact: true }).click();
      await settles(() => row.getByRole('status').innerText(), 'Copied');
      const copied = await clipboard(page);
      assert.ok(copied.startsWith(shown.trimEnd()));
      const { name: as, text } = await saved(page, () => row.getByText('Save', { exact: true }).click());
      assert.match(as, name);
      assert.equal(text, copied);
      await row.getByText('Show', { exact: true }).click();
      assert.equal(await page.at('#share-text').count(), 0);
    });
  }

  spec('as a report without values, or with them', lab, async (page) => {
    const [key] = (await page.scenario()).clients.c1.keys;
    await panel(page);
    const row = form(page, 'markdown');
    await row.getByText('Show', { exact: true }).click();
    assert.ok(!(await page.at('#share-text').inputValue()).includes(key));
    await row.getByText('With values').click();
    await eventually(() => page.at('#share-text').inputValue(), (text) => assert.ok(text.includes(key)));
  });

  spec('is selected where the clipboard is denied', { ...lab, prepare: denyClipboard }, async (page) => {
    await panel(page);
    await form(page, 'mermaid').getByText('Copy', { exact: true }).click();
    await eventually(() => form(page, 'mermaid').getByRole('status').innerText(), (said) => assert.match(said, /copy it by hand/));
    const selected = await page.page.evaluate(() => {
      const { activeElement: at } = document;
      return [at.id, at.value.slice(at.selectionStart, at.selectionEnd) === at.value];
    });
    assert.deepEqual(selected, ['share-text', true]);
  });

  for (const [place, ready] of [
    ['lesson-6', '.ladder, .rungs, #story'],
    ['lesson-7', '#board'],
    ['case-c05', '#cases-title'],
  ]) {
    spec(`from ${place} as well`, { place, ...clip }, async (page) => {
      await page.at(ready).first().waitFor();
      await page.at('#share').waitFor();
      await panel(page);
      const link = await page.at('#share-link').inputValue();
      assert.match(link, /#r1~en~/);
      await page.gotoAddress(`#${link.split('#')[1]}`);
      await page.at('#intent-record').waitFor({ state: 'attached' });
      assert.equal(await page.at('#notice').count(), 0, 'it comes out the same');
    });
  }

  spec('with the keyboard alone, on a phone', { ...lab, viewport: { width: 390, height: 800 }, ...clip }, async (page) => {
    await page.enter(page.at('#share > summary'));
    await page.enter(page.button('Copy link'));
    await settles(() => page.at('#share [role=status]').first().innerText(), 'Copied');
    assert.match(await clipboard(page), /#r1~en~/);
    const overflow = await page.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${overflow} px wider than the screen`);
    await page.tabTo(page.at('#file'));
  });
});

function denyClipboard(context) {
  return context.addInitScript(() => {
    const deny = { writeText: () => Promise.reject(new DOMException('denied', 'NotAllowedError')) };
    Object.defineProperty(navigator, 'clipboard', { configurable: true, value: deny });
  });
}
