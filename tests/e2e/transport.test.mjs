// Moving through a run: buttons, scrubber, speed, keys, selection both ways, the true scale; and that nothing ticks
// while the run is paused or the page hidden. All on lesson 1, two worlds side by side, 33 rows, opened at the 14th.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually, settles, spec } from './page.mjs';

const ROWS = 33;
const at = (page, n, rows = ROWS) => settles(() => page.position(), [n, rows]);
const named = (page) => page.words.transport;
/** What the run plays is shown by the button that would stop it. */
const plays = (page) => page.button(named(page).pause).waitFor();
const rests = (page) => page.button(named(page).play).waitFor();
const isOff = (button) => button.getAttribute('aria-disabled').then((value) => value === 'true');

describe('buttons', () => {
  for (const lang of ['zh', 'en']) {
    spec(`start, back, next and end move the cursor (${lang})`, { lang }, async (page) => {
      const { start, back, next, end } = named(page);
      await page.press(next);
      await at(page, 15);
      await page.press(back);
      await page.press(back);
      await at(page, 13);
      await page.press(end);
      await at(page, ROWS);
      await page.press(start);
      await at(page, 0);
    });
  }

  spec('back and start are off at the start, next and end at the end', {}, async (page) => {
    const { start, back, next, end } = named(page);
    const off = () => Promise.all([start, back, next, end].map((name) => isOff(page.button(name))));
    await settles(off, [false, false, false, false]);
    await page.press(start);
    await settles(off, [true, true, false, false]);
    await page.press(end);
    await settles(off, [false, false, true, true]);
  });

  spec('the focus stays on a button that goes off', {}, async (page) => {
    const start = page.button(named(page).start);
    await start.click();
    await at(page, 0);
    assert.ok(await start.evaluate((it) => it === document.activeElement));
  });

  spec('play goes on row by row, and pause stops it', {}, async (page) => {
    await page.press(page.words.speed('2'));
    await page.press(named(page).play);
    await plays(page);
    await at(page, 16);
    await page.press(named(page).pause);
    await rests(page);
  });

  spec('play ends at the end by itself, and starts over from there', {}, async (page) => {
    await page.press(page.words.speed('2'));
    await page.press(named(page).end);
    await page.press(named(page).back);
    await page.press(named(page).play);
    await at(page, ROWS);
    await rests(page);
    await page.press(named(page).play);
    await eventually(() => page.position(), ([n]) => assert.ok(n < 3));
    await plays(page);
  });

  spec('a step by hand ends the playing', {}, async (page) => {
    await page.press(named(page).play);
    await plays(page);
    await page.press(named(page).back);
    await rests(page);
  });

  spec('one speed is chosen, and twice is twice as fast as once', {}, async (page) => {
    const speed = (factor) => page.button(page.words.speed(factor));
    const chosen = async () => {
      const all = ['¼', '½', '1', '2'];
      const pressed = await Promise.all(all.map((factor) => page.isPressed(speed(factor))));
      return all.filter((_, n) => pressed[n]);
    };
    await settles(chosen, ['1']);
    const rowsTake = async (factor) => {
      await speed(factor).click();
      await settles(chosen, [factor]);
      await page.press(named(page).start);
      await page.press(named(page).play);
      await at(page, 1);
      const start = Date.now();
      await at(page, 4);
      return Date.now() - start;
    };
    const [once, twice] = [await rowsTake('1'), await rowsTake('2')];
    assert.ok(once > 1.5 * twice, `${once} ms and ${twice} ms`);
  });
});

describe('the scrubber', () => {
  spec('says where it stands, in words', {}, async (page) => {
    const says = () => page.scrubber.getAttribute('aria-valuetext');
    assert.equal(await says(), 'event 14 of 33: timed out, 2.000 s');
    await page.press(named(page).start);
    await settles(says, 'not begun, 33 events');
    assert.equal(await page.scrubber.inputValue(), '0');
    assert.equal(await page.scrubber.getAttribute('max'), '33');
  });

  spec('says so in Chinese', { lang: 'zh' }, async (page) => {
    assert.equal(await page.scrubber.getAttribute('aria-valuetext'), '事件14，共33：超时，2.000秒');
  });

  spec('is moved with its own keys and with the mouse', {}, async (page) => {
    await page.scrubber.focus();
    await page.key('ArrowRight');
    await at(page, 15);
    await page.key('End');
    await at(page, ROWS);
    await page.key('Home');
    await at(page, 0);
    const box = await page.scrubber.boundingBox();
    await page.page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    await eventually(() => page.position(), ([n]) => assert.ok(Math.abs(n - ROWS / 2) < 2, `at ${n}`));
  });
});

describe('keys, while the figure has the focus', () => {
  spec('← and → go one event, Home and End all the way', {}, async (page) => {
    await page.board.focus();
    await page.key('ArrowLeft');
    await at(page, 13);
    await page.key('ArrowRight');
    await page.key('ArrowRight');
    await at(page, 15);
    await page.key('End');
    await at(page, ROWS);
    await page.key('Home');
    await at(page, 0);
    await page.key('ArrowLeft');
    await at(page, 0);
  });

  spec('Shift with ← and → goes to the attempt before and the next', {}, async (page) => {
    await page.board.focus();
    await page.key('Shift+ArrowRight');
    await at(page, 15);
    await page.key('Shift+ArrowRight');
    await at(page, 28);
    await page.key('Shift+ArrowLeft');
    await at(page, 15);
    await page.key('Shift+ArrowLeft');
    await at(page, 3);
  });

  spec('Space plays and pauses', {}, async (page) => {
    await page.board.focus();
    await page.key('Space');
    await plays(page);
    await page.key('Space');
    await rests(page);
  });

  spec('Enter selects the event at the cursor, Esc drops it', {}, async (page) => {
    const clear = page.button(page.words.clear);
    await page.board.focus();
    await page.key('Enter');
    await clear.waitFor();
    await page.key('Escape');
    await clear.waitFor({ state: 'detached' });
  });

  spec('? opens the list of keys and closes it', {}, async (page) => {
    const table = page.at('table.keys-help');
    await page.board.focus();
    await page.key('?');
    await table.waitFor();
    assert.equal(await table.locator('tr').count(), 7);
    await page.key('?');
    await table.waitFor({ state: 'hidden' });
  });

  spec('they do nothing while the focus is elsewhere', {}, async (page) => {
    const places = [page.button(page.words.dark), page.button(named(page).play), page.option(page.words.guesses[0])];
    for (const place of places) {
      await place.focus();
      for (const key of ['ArrowLeft', 'ArrowRight', 'Home', 'End', 'Escape', 'Shift+ArrowRight', '?']) await page.key(key);
    }
    await page.page.evaluate(() => document.activeElement.blur());
    for (const key of ['ArrowLeft', 'Enter', '?']) await page.key(key);
    await page.press(named(page).next);
    await at(page, 15);
    assert.ok(!(await page.at('table.keys-help').isVisible()));
  });
});
