// The panel's picture, captions and markup for another page, in every place that has the panel: the markup's address opens
// the same run in a frame.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually, settles, spec } from './page.mjs';

const clip = { permissions: ['clipboard-read', 'clipboard-write'] };
const PLACES = ['lab', 'lesson-1', 'lesson-4', 'lesson-6', 'lesson-7', 'case-c05'];
const WORDS = {
  en: { embed: 'Embed', copy: 'Copy code', copied: 'Copied', values: 'With values', captions: ['Markdown, values left out', 'Markdown, with values'] },
  zh: { embed: '嵌入', copy: '复制代码', copied: '已复制', values: '带上真实的值', captions: ['Markdown，隐去真实的值', 'Markdown，带真实的值'] },
};
const panel = async (page) => {
  await page.at('#board').waitFor();
  await page.at('#share > summary').click();
  await page.at('.share-body').waitFor();
};
const value = (markup, name) => new RegExp(`\\b${name}="([^"]*)"`).exec(markup)[1].replaceAll('&amp;', '&');

for (const place of PLACES) {
  const lang = place === 'lesson-7' ? 'zh' : 'en';
  spec(`markup for another page shows the same run there (${place}, ${lang})`, { place, lang, ...clip }, async (page) => {
    if (place === 'lab') await page.press('Retry, new key');
    await panel(page);
    await page.page.getByRole('heading', { name: WORDS[lang].embed, exact: true }).waitFor();
    const [counts, events] = [await page.tally((await page.at('[data-tally]').count()) - 1), await page.at('ol.events li').count()];
    const codes = [];
    for (const id of ['share-frame', 'share-element']) {
      const row = page.at('.share-files li').filter({ has: page.at(`#${id}`) });
      await row.getByText(WORDS[lang].copy, { exact: true }).click();
      await settles(() => row.getByRole('status').innerText(), WORDS[lang].copied);
      const code = await page.page.evaluate(() => navigator.clipboard.readText());
      assert.equal(code, await page.at(`#${id}`).inputValue());
      codes.push(code);
    }
    const [frame, element] = codes;
    const address = value(frame, 'src');
    assert.equal(value(element, 'lesson'), address.split('#')[1]);
    assert.match(address, new RegExp(`/some/where/\\?embed=1&lang=${lang}#`));
    if (/^case|lesson-[14]/.test(place)) assert.ok(address.endsWith(`#${place}`), address);
    await page.page.goto('about:blank');
    await page.page.goto(address);
    await page.at('#board').waitFor();
    await settles(async () => page.tally((await page.at('[data-tally]').count()) - 1), counts);
    if (place !== 'lesson-7') assert.equal(await page.at('ol.events li').count(), events);
    assert.equal(await page.at('header.top').count(), 0, 'nothing but the figure');
  });
}

describe('a lesson of the first program is taken home', () => {
  for (const lang of ['en', 'zh']) {
    spec(`as it was left, with what was tapped into it (${lang})`, { place: 'lesson-2', lang }, async (page) => {
      const summary = page.at('#share > summary');
      await page.pressMark(await page.mark(lang === 'en' ? /^The API answers attempt 1/ : /^API给尝试1发出/));
      await page.chips.first().click();
      await page.board.focus();
      for (let n = 0; n < 3; n += 1) await page.key('ArrowLeft');
      const at = await page.scrubber.inputValue();
      const counts = await page.tally();
      const told = await page.sentences.allInnerTexts();
      await summary.focus();
      await page.key('Enter');
      await page.at('.share-body').waitFor();
      assert.match(page.page.url(), /#lesson-2$/);
      assert.equal(await page.scrubber.inputValue(), at);
      assert.deepEqual(await page.tally(), counts);
      assert.deepEqual(await page.sentences.allInnerTexts(), told);
      await settles(() => page.page.evaluate(() => document.activeElement.id), 'share-open');
      await eventually(() => summary.evaluate((it) => it.getBoundingClientRect()), ({ top, bottom }) => assert.ok(top >= 0 && bottom <= 900));
      // A link that opens the lab with that run.
      const link = await page.at('#share-link').inputValue();
      await page.page.goto('about:blank');
      await page.page.goto(link);
      await page.ready(true);
      assert.deepEqual(await page.sentences.allInnerTexts(), told);
      assert.equal(await page.scrubber.inputValue(), at);
    });
  }

  spec('and stays there, with its reason, where the lab’s program does not come', { place: 'lesson-1', expects: [/^console: Failed to load/], prepare: (context) => context.route('**/lab-*', (route) => route.abort()) }, async (page) => {
    await page.at('#share > summary').click();
    await page.at('#not-loaded').waitFor();
    assert.ok(await page.board.isVisible());
  });
});

describe('the panel', () => {
  for (const lang of ['en', 'zh']) {
    spec(`shows a picture, and its source to copy (${lang})`, { place: 'lab', lang }, async (page) => {
      await panel(page);
      await page.at('[data-format=svg] button').first().click();
      const image = page.at('.share-image img');
      await eventually(() => image.evaluate((it) => it.complete && [it.naturalWidth, it.naturalHeight]), ([width, height]) => assert.ok(width > 600 && height > 300));
      assert.match(await page.at('#share-text').inputValue(), /^<svg/);
      assert.ok((await image.getAttribute('alt')).length > 8);
    });

    spec(`says of a report whether it has values (${lang})`, { place: 'lab', lang }, async (page) => {
      const { captions, values } = WORDS[lang];
      await panel(page);
      const caption = () => page.at('[data-format=markdown] .share-name span').innerText();
      assert.equal(await caption(), captions[0]);
      await page.at('[data-format=markdown]').getByText(values, { exact: true }).click();
      await settles(caption, captions[1]);
    });
  }
});
