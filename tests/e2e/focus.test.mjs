// The focus never falls off the page: a press leaves it where it was, or on the figure that shows what became of it. And
// what is opened comes into view.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually, settles, spec } from './page.mjs';

const lab = { place: 'lab' };
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** What has the focus: its id, else its words. */
const focused = (page) => page.page.evaluate(() => document.activeElement.id || (document.activeElement === document.body ? 'nothing' : document.activeElement.textContent));
/** Whether all of an element lies in the window, above what covers its lower edge. */
const isInView = (target) =>
  target.evaluate((it) => {
    const { top, bottom, left, width } = it.getBoundingClientRect();
    const covers = (y) => !it.contains(document.elementFromPoint(left + width / 2, y)) && document.elementFromPoint(left + width / 2, y) !== it;
    return top >= 0 && bottom <= innerHeight && !covers(top + 1) && !covers(bottom - 1);
  });
const enter = async (page, button) => {
  await button.focus();
  await page.key('Enter');
};

describe('the focus in the lab', () => {
  spec('stays on a button that its own press turns off', lab, async (page) => {
    await enter(page, page.button('New intent'));
    await settles(() => page.button('New intent').getAttribute('aria-disabled'), 'true');
    assert.equal(await focused(page), 'New intent');
    await page.key('Enter');
    await page.button('Send', page.group('Which client').locator('xpath=ancestor::section[1]')).waitFor();
    await enter(page, page.button('Undo'));
    await settles(() => page.button('Undo').getAttribute('aria-disabled'), 'true');
    assert.equal(await focused(page), 'Undo');
    await page.key('Enter');
    assert.equal(await focused(page), 'Undo', 'and does nothing there');
  });

  spec('stays on a switch that brings another control along', lab, async (page) => {
    for (const [choice, shown] of [['Provider', 1], ['Ledger', 0]]) {
      await enter(page, page.choice('Effect at', choice));
      await settles(() => page.group('Key forwarded').count(), shown);
      assert.equal(await focused(page), choice);
    }
  });

  spec('is on the figure once a fault was chosen in it, and the page stands still', lab, async (page) => {
    await page.pressMark(await page.mark(/^Order 1 is in the ledger|^Attempt 1 writes an order/));
    const before = await page.page.evaluate(() => scrollY);
    await enter(page, page.chips.filter({ hasText: 'Crash here' }));
    await settles(() => focused(page), 'board');
    assert.ok(Math.abs((await page.page.evaluate(() => scrollY)) - before) < 60);
  });
});

describe('the focus in a lesson of the first program', () => {
  spec('is on the figure once a fault was chosen in it', { place: 'lesson-2' }, async (page) => {
    await page.pressMark(await page.mark(/^Order 1 is in the ledger|^Attempt 1 writes an order/));
    await enter(page, page.chips.filter({ hasText: 'Crash here' }));
    await settles(() => focused(page), 'board');
  });

  spec('is on the figure once the answer was asked for', { place: 'lesson-3' }, async (page) => {
    await enter(page, page.button('Show the answer without guessing'));
    await settles(() => focused(page), 'board');
  });
});

for (const [place, name] of [['lesson-2', 'Carry on in lab'], ['lesson-7', 'Carry on in lab'], ['case-c05', /Carry on in lab/]]) {
  spec(`the focus comes along to the lab from ${place}, and the page is at its top`, { place }, async (page) => {
    await page.at('#board').waitFor();
    await enter(page, page.button(name).last());
    await page.ready(true);
    await settles(() => focused(page), 'board');
    assert.equal(await page.page.evaluate(() => scrollY), 0);
  });
}

for (const [place, ready] of [['lesson-1', '#board'], ['lesson-7', '#board'], ['lab', '#intent-record']]) {
  spec(`? brings the list of keys into view, and back to the figure (${place})`, { place }, async (page) => {
    await page.at(ready).first().waitFor({ state: 'attached' });
    for (const key of ['?', 'Escape', 'Enter']) {
      await page.board.focus();
      await page.key('?');
      await settles(() => focused(page), 'help');
      await eventually(() => isInView(page.at('table.keys-help')), assert.ok);
      await page.key(key);
      await page.at('table.keys-help').waitFor({ state: 'hidden' });
      await settles(() => focused(page), 'board');
    }
  });
}

describe('a phone in the lab', () => {
  for (const lang of ['en', 'zh']) {
    spec(`acts, steps and watches without scrolling (${lang})`, { ...lab, ...PHONE, lang }, async (page) => {
      const { back, next, play } = page.words.transport;
      for (const top of [0, 900, 100_000]) {
        await page.page.evaluate((y) => scrollTo(0, y), top);
        const shown = [...(await page.at('.deck-tabs button').all()), ...(await page.at('.quick button').all()), page.button(back), page.button(play), page.button(next), page.scrubber];
        for (const it of shown) assert.ok(await isInView(it), `${await it.textContent()} at ${top}`);
      }
      assert.ok(await isInView(page.at('.foot summary').last()), 'and covers nothing of the foot');
      // The sheet stands on the transport.
      await page.at('.deck-tabs button').last().tap();
      for (const it of [page.button(back), page.scrubber]) assert.ok(await isInView(it));
      const [n, m] = await page.position();
      await page.button(back).tap();
      await settles(() => page.position(), [n - 1, m]);
    });
  }

  spec('sees the knobs when it opens them', { ...lab, ...PHONE }, async (page) => {
    await page.at('.deck-tabs button').last().tap();
    await page.at('#your-api > summary').tap();
    const { top, edge } = await eventually(
      () => page.at('#your-api').evaluate((it) => ({ top: it.getBoundingClientRect().top, edge: document.querySelector('#groups').getBoundingClientRect() })),
      (it) => (assert.ok(Math.abs(it.top - it.edge.top) < 12, JSON.stringify(it)), it),
    );
    assert.ok(top < edge.bottom);
  });
});
