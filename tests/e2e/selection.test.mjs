// Picture and sentences select each other; the inspector shows what is selected; the axis at true scale; and nothing
// moves by itself.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually, settles, spec } from './page.mjs';

const LESSON2 = { place: 'lesson-2' };
/** Whether what is marked across the figure lies over the n-th sentence. */
async function isMarked(page, row) {
  const [band, line] = await Promise.all([page.at('.band').boundingBox(), row.boundingBox()]);
  const middle = line.y + line.height / 2;
  return band !== null && band.y <= middle && middle <= band.y + band.height;
}
const heading = (page, name) => page.page.getByRole('heading', { name, exact: true });

describe('selection', () => {
  for (const lang of ['zh', 'en']) {
    const said = { zh: /^客户端重试，发出尝试2/, en: /^The client retries as attempt 2/ }[lang];
    spec(`a mark in the picture selects its sentence and its exchange (${lang})`, { ...LESSON2, lang }, async (page) => {
      const { row } = await page.sentence(said);
      assert.ok(!(await isMarked(page, row)));
      await page.pressMark(await page.mark(said, 'line'));
      await heading(page, page.words.exchange(2)).waitFor();
      await eventually(() => isMarked(page, row), assert.ok);
      assert.deepEqual(await page.position(), [26, 26], 'the cursor stays');
      await page.press(page.words.clear);
      await eventually(() => isMarked(page, row), (marked) => assert.ok(!marked));
    });

    spec(`a sentence moves the cursor and selects its event (${lang})`, { ...LESSON2, lang }, async (page) => {
      const { n, row } = await page.sentence(said);
      await row.click();
      await settles(() => page.position(), [n + 1, 26]);
      await settles(() => row.getAttribute('aria-current'), 'step');
      await heading(page, page.words.exchange(2)).waitFor();
      assert.ok(await isMarked(page, row));
    });
  }

  spec('the inspector shows the raw messages of the attempt', LESSON2, async (page) => {
    await (await page.sentence(/^The API answers attempt 2/)).row.click();
    const http = await page.at('#exchange').innerText();
    assert.match(http, /POST \/orders HTTP\/1\.1/);
    assert.match(http, /Idempotency-Key: \S+/);
    assert.match(http, /\{"product":"notebook","quantity":2\}/);
    assert.match(http, /HTTP\/1\.1 201 Created/);
    assert.match(http, /\{"order_id":2\}/);
  });

  spec('the inspector shows what the client knows beside what happened', { place: 'lesson-3' }, async (page) => {
    await page.press(page.words.showAnswer);
    const cells = () => page.at('#knows tbody tr').allInnerTexts();
    await eventually(cells, (rows) => assert.match(rows.join('\n'), /attempt 1\s+No answer: unknown\s+Order 1 made, recorded/));
    await page.at('#records').getByText('Completed').first().waitFor();
  });

  spec('before the first event nothing is selected, and that is said', LESSON2, async (page) => {
    await page.press(page.words.transport.start);
    await page.page.getByText(page.words.noSelection, { exact: true }).waitFor();
  });

  spec('a mark of the left world is about the left world', {}, async (page) => {
    await page.pressMark(page.at('[data-world="0"] line[data-e="2"]'));
    await eventually(
      () => page.at('#exchange').innerText(),
      (text) => assert.match(text, /Lost 0\.026 s/),
    );
  });

  spec('a proof in the verdict is one press away', LESSON2, async (page) => {
    await page.at('[data-verdict]').getByRole('button', { name: 'event 19' }).click();
    await settles(() => page.position(), [19, 26]);
    const { n } = await page.sentence(/^The API has no record of B/);
    assert.equal(n, 18);
  });

  spec('a proof in the verdict of two worlds has the number that its row has', {}, async (page) => {
    await page.press(page.words.transport.end);
    const proof = page.at('[data-verdict="0"]').getByRole('button').first();
    const [, number] = /^event (\d+)$/.exec(await proof.innerText());
    await proof.click();
    await settles(() => page.position(), [Number(number), 33]);
  });

  spec('the verdict waits for the end, and offers to go there', {}, async (page) => {
    assert.equal(await page.at('[data-verdict]').count(), 0);
    await page.press(page.words.verdictLater);
    await settles(() => page.position(), [33, 33]);
    assert.equal(await page.at('[data-verdict]').count(), 2);
  });

  spec('sentences are one tab stop', LESSON2, async (page) => {
    const stops = await page.sentences.evaluateAll((all) => all.filter((it) => it.tabIndex === 0).length);
    assert.equal(stops, 1);
  });
});

describe('the axis', () => {
  /** Where the playhead stands below the figure's upper edge, after so many events. */
  async function playhead(page, n) {
    await page.scrubber.fill(String(n));
    await settles(async () => (await page.position())[0], n);
    const [line, body] = await Promise.all([page.at('.playhead').boundingBox(), page.at('.board .body').boundingBox()]);
    return line.y - body.y;
  }

  spec('at true scale heights follow time', {}, async (page) => {
    const scale = page.button(page.words.trueScale);
    await page.page.getByText('⋯ 28 s ⋯').waitFor();
    await scale.click();
    await settles(() => page.isPressed(scale), true);
    await page.page.getByText('⋯ 28 s ⋯').waitFor({ state: 'detached' });
    const [two, thirty, sixty] = [await playhead(page, 14), await playhead(page, 25), await playhead(page, 33)];
    const share = (thirty - two) / (sixty - two);
    assert.ok(Math.abs(share - (30.08 - 2) / (60.08 - 2)) < 0.03, `${share}`);
    await scale.click();
    await page.page.getByText('⋯ 28 s ⋯').waitFor();
  });
});

describe('nothing moves by itself', () => {
  const changes = (page, ms) =>
    page.page.evaluate(async (wait) => {
      let count = 0;
      const watch = new MutationObserver((records) => (count += records.length));
      watch.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
      await new Promise((done) => setTimeout(done, wait));
      watch.disconnect();
      return count;
    }, ms);

  for (const place of ['lesson-1', 'lab']) {
    spec(`while paused (${place})`, { place, reducedMotion: 'no-preference' }, async (page) => {
      assert.equal(await changes(page, 1_500), 0);
      assert.equal(await page.page.evaluate(() => document.getAnimations().length), 0);
    });
  }

  spec('after playing and pausing', {}, async (page) => {
    await page.press(page.words.speed('2'));
    await page.press(page.words.transport.play);
    await settles(() => page.position(), [15, 33]);
    await page.press(page.words.transport.pause);
    await page.button(page.words.transport.play).waitFor();
    assert.equal(await changes(page, 1_500), 0);
  });

  spec('once the page is hidden, playing pauses', {}, async (page) => {
    await page.press(page.words.speed('2'));
    await page.press(page.words.transport.play);
    await page.button(page.words.transport.pause).waitFor();
    await page.page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => true });
      Object.defineProperty(document, 'visibilityState', { configurable: true, get: () => 'hidden' });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    const [hiddenAt] = await page.position();
    await page.button(page.words.transport.play).waitFor();
    assert.ok((await page.position())[0] - hiddenAt <= 1, 'no run in the dark');
    assert.equal(await changes(page, 1_500), 0);
  });
});
