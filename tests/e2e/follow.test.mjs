// Where the reader's eye is led: the figure follows the cursor, a lesson begins at its title, the reason speaks of the run
// on view, and the panes below say of which world they are.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually, settles, spec } from './page.mjs';

const SIZES = { wide: { viewport: { width: 1280, height: 900 } }, phone: { viewport: { width: 390, height: 844 } } };

/** The cursor's line stands between the lanes' names and the controls. */
const follows = (page) =>
  eventually(
    () =>
      page.at('.here').evaluate((here) => ({
        line: here.getBoundingClientRect().y,
        top: document.querySelector('.heads').getBoundingClientRect().bottom,
        bottom: document.querySelector('.transport').getBoundingClientRect().top,
      })),
    ({ line, top, bottom }) => assert.ok(top - 2 <= line && line <= bottom, `the cursor's line at ${line} px, seen from ${top} to ${bottom}`),
  );

const scrolled = (page) => page.page.evaluate(() => scrollY);

describe('the figure', () => {
  for (const [name, size] of Object.entries(SIZES)) {
    spec(`follows the cursor: buttons, keys, links to events (${name})`, { ...size, lang: 'en' }, async (page) => {
      const { start, back, next, end } = page.words.transport;
      for (const button of [end, back, start, next, next, end]) {
        await page.press(button);
        await follows(page);
      }
      const far = await scrolled(page);
      assert.ok(far > 500, `the end of the run is further down than ${far} px`);
      await page.board.focus();
      await page.page.keyboard.press('Home');
      await follows(page);
      assert.ok((await scrolled(page)) < far);
      await page.press(end);
      await page.at('[data-verdict] button.link').first().click();
      await follows(page);
    });

    spec(`leaves a reader alone who plays the run and looks elsewhere (${name})`, { ...size, lang: 'en' }, async (page) => {
      // A phone has no room for the speeds.
      if (name === 'wide') await page.press(page.words.speed('2'));
      await page.press(page.words.transport.start);
      await page.press(page.words.transport.play);
      await page.page.evaluate(() => scrollTo(0, document.body.scrollHeight));
      const there = await scrolled(page);
      const from = (await page.position())[0];
      await eventually(() => page.position(), ([n]) => assert.ok(n > from + 2, `${n} rows`));
      assert.equal(await scrolled(page), there);
    });
  }

  for (const [name, size] of Object.entries(SIZES)) {
    spec(`names a solid bar only where there is room (${name})`, { ...size, lang: 'en' }, async (page) => {
      const displays = await page.at('#board .ink text.kept').evaluateAll((all) => all.map((it) => getComputedStyle(it).display));
      assert.ok(displays.length > 1);
      assert.deepEqual([...new Set(displays.map((display) => display === 'none'))], [name === 'phone']);
    });
  }

  spec('at true scale leaves the keys in the sentences and the words out of the picture', { ...SIZES.wide, lang: 'en' }, async (page) => {
    await page.goto('lesson-2');
    await page.button(page.words.trueScale).click();
    await settles(() => page.isPressed(page.button(page.words.trueScale)), true);
    const shown = (selector) => page.at(selector).evaluateAll((all) => all.filter((it) => it.checkVisibility()).length);
    assert.ok((await shown('.events .tag-mark')) > 3, 'key marks in sentences');
    assert.equal(await shown('.world .lab'), 0, 'words in the picture');
  });
});

describe('what a press is about stays in view', () => {
  const inView = (page, selector) =>
    eventually(
      () => page.at(selector).evaluate((it) => [it.getBoundingClientRect().top, it.getBoundingClientRect().bottom, innerHeight]),
      ([top, bottom, height]) => assert.ok(top >= 0 && bottom <= height + 1, `${selector} from ${top} to ${bottom} of ${height}`),
    );

  for (const [name, size] of Object.entries(SIZES)) {
    spec(`the words of a change (${name})`, { ...size, lang: 'en', place: 'lesson-2' }, async (page) => {
      await page.press(page.words.showAnswer);
      for (const button of await page.at('button.primary').all()) {
        // The button at the window's lower edge, as a thumb has it.
        await button.evaluate((it) => it.scrollIntoView({ block: 'end' }));
        await button.click();
        await inView(page, 'button.primary[aria-pressed=true] + p');
      }
    });

    spec(`the verdict that was asked for (${name})`, { ...size, lang: 'en' }, async (page) => {
      await page.at('.verdict').scrollIntoViewIfNeeded();
      await page.press(page.words.verdictLater);
      await page.at('[data-verdict="1"] li').first().waitFor();
      const top = await page.at('.verdict').evaluate((it) => it.getBoundingClientRect().top);
      assert.ok(top >= 0 && top < size.viewport.height, `it begins at ${top} px`);
      assert.ok(await page.board.evaluate((it) => it === document.activeElement), 'the figure has the focus that the link had');
    });
  }

  spec('what a finger can do to a mark, with the mark’s name', { ...SIZES.phone, hasTouch: true, isMobile: true, lang: 'en', place: 'lesson-2' }, async (page) => {
    const mark = await page.mark(/^The API answers attempt 1/);
    await mark.evaluate((it) => it.scrollIntoView({ block: 'end' }));
    await page.at('.transport').evaluate((it) => scrollBy(0, it.getBoundingClientRect().height + 40));
    await mark.dispatchEvent('click');
    const chips = page.at('.chips');
    await eventually(
      () => chips.evaluate((it) => [it.getBoundingClientRect().bottom, document.querySelector('.transport').getBoundingClientRect().top]),
      ([bottom, transport]) => assert.ok(bottom <= transport, `it ends at ${bottom} px, the controls begin at ${transport}`),
    );
    const said = await chips.evaluate((it) => [getComputedStyle(it, '::before').content, it.getAttribute('aria-label')]);
    assert.equal(said[0], `"${said[1]}"`);
  });
});

describe('every place', () => {
  for (const [name, size] of Object.entries(SIZES)) {
    spec(`keeps the page's margins (${name})`, { ...size, lang: 'en' }, async (page) => {
      for (const place of ['lesson-1', 'lesson-6', 'lesson-7', 'lab', 'case-c05']) {
        await page.goto(place);
        const margin = () => page.board.evaluate((board) => [board.getBoundingClientRect().x, innerWidth - board.getBoundingClientRect().right]);
        await eventually(margin, ([left, right]) => assert.ok(left >= 14 && right >= 14, `${place}: ${left} px left, ${right} px right`));
      }
    });
  }
});

describe('a lesson', () => {
  for (const [name, size] of Object.entries(SIZES)) {
    spec(`begins at its title when it is the next one (${name})`, { ...size, lang: 'en' }, async (page) => {
      await page.at('.stage-tools').getByRole('button', { name: 'Next lesson' }).click();
      const title = page.at('h2.lesson-title').getByText('Same key or new key');
      await title.waitFor();
      await eventually(
        () => page.at('h2.lesson-title').evaluate((it) => [it.getBoundingClientRect().y, it === document.activeElement]),
        ([y, has]) => assert.ok(y >= 0 && y < 400 && has, `the title at ${y} px, focus ${has}`),
      );
    });
  }

  spec('gives its reason with the events of the run on view, and a way back to it from another', { ...SIZES.wide, lang: 'en' }, async (page) => {
    const reason = page.at('.part').filter({ has: page.page.getByRole('heading', { name: 'Why' }) });
    const link = reason.getByRole('button', { name: /look-up/ });
    const back = page.button('To the answer’s run');
    for (const [lesson, change] of [['lesson-1', 'New key'], ['lesson-4', 'Wait instead'], ['lesson-2', 'One key per intent']]) {
      await page.goto(lesson);
      await page.button('Show the answer without guessing').click();
      await link.waitFor();
      assert.equal(await back.count(), 0);
      await page.button(change).click();
      await back.waitFor();
      assert.equal(await link.count(), 0, 'the reason points into no other run');
      await back.click();
      const number = Number(/\d+/.exec(await link.innerText())[0]);
      await link.click();
      await settles(async () => (await page.position())[0], number, 'the row that the reason names');
    }
  });

  spec('says in its panes of which world they are', { ...SIZES.wide, lang: 'en' }, async (page) => {
    const world = page.at('.inspect .of-world');
    await page.press(page.words.transport.end);
    await world.getByText('Right').waitFor();
    await page.sentences.filter({ hasText: 'request is lost' }).click();
    await world.getByText('Left').waitFor();
    await page.goto('lesson-2');
    assert.equal(await world.count(), 0, 'one world needs no name');
  });
});
