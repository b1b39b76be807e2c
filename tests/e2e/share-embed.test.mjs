// The panel's picture, captions and markup for another page, in every place that has the panel: the markup's address opens
// the same run in a frame.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually, settles, spec } from './page.mjs';

const clip = { permissions: ['clipboard-read', 'clipboard-write'] };
const PLACES = ['lab', 'lesson-6', 'lesson-7', 'case-c05'];
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
    if (place === 'case-c05') assert.match(address, /#case-c05$/);
    await page.page.goto('about:blank');
    await page.page.goto(address);
    await page.at('#board').waitFor();
    await settles(async () => page.tally((await page.at('[data-tally]').count()) - 1), counts);
    if (place !== 'lesson-7') assert.equal(await page.at('ol.events li').count(), events);
    assert.equal(await page.at('header.top').count(), 0, 'nothing but the figure');
  });
}

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
