// The page around its runs: languages, themes, sizes from 320 px to 1920 px, touch, motion, forced colours.
// Not here: what happens when the program cannot run (stopped.test.mjs).
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { settles, spec } from './page.mjs';
import { WORDS } from './words.mjs';

const WIDTHS = [320, 390, 768, 1100, 1280, 1920];
const LANGUAGES = ['zh', 'en'];
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

const tag = (page) => page.at('html').getAttribute('lang');
const title = (page) => page.page.title();

describe('language', () => {
  for (const [from, to] of [['zh', 'en'], ['en', 'zh']]) {
    spec(`is switched in place from ${from} to ${to}`, { lang: from }, async (page) => {
      const [before, after] = [WORDS[from], WORDS[to]];
      assert.equal(await title(page), `${before.chapters[0]} · ${before.title}`);
      assert.equal(await tag(page), before.tag);
      await page.option(before.guesses[0]).click();
      const position = await page.position();
      await page.press(after.own);
      await settles(() => tag(page), after.tag);
      assert.equal(await title(page), `${after.chapters[0]} · ${after.title}`);
      assert.match(page.page.url(), new RegExp(`\\?lang=${to}#lesson-1$`));
      assert.equal(await page.at('h1').innerText(), after.title);
      await page.option(after.guesses[0]).getByText(after.yourGuess).waitFor();
      assert.deepEqual(await page.position(), position);
      assert.ok(await page.button(after.own).evaluate((it) => it === document.activeElement), 'focus kept');
      await page.reload();
      assert.equal(await tag(page), after.tag);
    });
  }

  spec('of the address wins over the last choice', { lang: 'zh' }, async (page) => {
    await page.gotoAddress('?lang=en#lesson-2');
    assert.equal(await title(page), `${WORDS.en.chapters[1]} · ${WORDS.en.title}`);
    await page.gotoAddress('?lang=zh#lab');
    assert.equal(await title(page), `${WORDS.zh.lab} · ${WORDS.zh.title}`);
  });

  for (const [locale, lang] of [['zh-CN', 'zh'], ['en-GB', 'en'], ['fr-FR', 'zh']]) {
    spec(`of a browser that speaks ${locale} is ${lang}`, { locale }, async (page) => {
      await page.page.evaluate(() => localStorage.clear());
      await page.gotoAddress('');
      assert.equal(await tag(page), WORDS[lang].tag);
    });
  }

  for (const lang of LANGUAGES) {
    spec(`${lang} has no word of the other in its frame`, { lang }, async (page) => {
      const text = (await page.at('main').innerText()) + (await page.at('footer').innerText());
      if (lang === 'en') assert.doesNotMatch(text, /[\u4e00-\u9fff]/);
      else assert.doesNotMatch(text, /\b(the|client|lesson|attempt|request|response|replay)\b/i);
    });
  }
});

describe('theme', () => {
  const background = (page) => page.at('body').evaluate((body) => getComputedStyle(body).backgroundColor);

  for (const lang of LANGUAGES) {
    spec(`is switched and kept over a reload (${lang})`, { lang, colorScheme: 'light' }, async (page) => {
      const light = await background(page);
      await page.press(page.words.dark);
      await settles(() => page.isPressed(page.button(page.words.dark)), true);
      const dark = await background(page);
      assert.notEqual(dark, light);
      await page.reload();
      assert.equal(await background(page), dark);
      await settles(() => page.isPressed(page.button(page.words.dark)), true);
      await page.press(page.words.light);
      await settles(() => background(page), light);
    });
  }

  spec('follows the system until one is chosen', { colorScheme: 'dark' }, async (page) => {
    const dark = await background(page);
    await page.page.emulateMedia({ colorScheme: 'light' });
    assert.notEqual(await background(page), dark);
    await page.press(page.words.dark);
    await settles(() => background(page), dark);
    await page.press(page.words.system);
    await settles(async () => (await background(page)) === dark, false);
  });
});

describe('size', () => {
  const overflow = () => {
    const wide = [...document.querySelectorAll('body *')].filter((it) => {
      const { right, left, width } = it.getBoundingClientRect();
      const clipped = it.closest('.vh, .defs, #stopped, svg, .board, pre, textarea, .chapters');
      return width > 0 && !clipped && it.checkVisibility() && (right > innerWidth + 1 || left < -1);
    });
    const names = wide.slice(0, 4).map((it) => `${it.tagName}.${it.className}: ${it.textContent.slice(0, 20)}`);
    const root = document.documentElement;
    return { by: Math.max(0, root.scrollWidth - root.clientWidth), names };
  };

  for (const lang of LANGUAGES) {
    for (const place of ['lesson-1', 'lesson-3', 'lesson-5', 'lab']) {
      spec(`${lang} ${place} does not scroll sideways from 320 px to 1920 px`, { lang, place }, async (page) => {
        if (place !== 'lab') await page.press(page.words.showAnswer);
        for (const width of WIDTHS) {
          await page.page.setViewportSize({ width, height: 900 });
          await settles(() => page.page.evaluate(overflow), { by: 0, names: [] }, `${width} px`);
        }
      });
    }
  }

  /** Everything that can be pressed, with less room than it needs; words in running text are exempt. */
  const small = (least) => {
    const presses = 'button:not(.link), select, summary, input, textarea';
    const rows = [...document.querySelectorAll(presses)].filter((it) => it.checkVisibility() && it.tabIndex >= 0);
    return rows.flatMap((it) => {
      const { width, height } = it.getBoundingClientRect();
      const name = it.getAttribute('aria-label') || it.textContent.trim() || it.id;
      return Math.min(width, height) < least - 0.5 ? [`${name}: ${width.toFixed()}×${height.toFixed()}`] : [];
    });
  };

  for (const [name, least, context] of [['finger on a phone', 44, PHONE], ['mouse', 24, {}]]) {
    for (const place of ['lesson-1', 'lab']) {
      spec(`${place}: targets are big enough for a ${name}`, { place, ...context }, async (page) => {
        if (place === 'lesson-1') await page.press(page.words.showAnswer);
        assert.deepEqual(await page.page.evaluate(small, least), []);
      });
    }
  }
});

describe('a phone with touch', () => {
  // Links among words have no room for a finger's height; they have the least that WCAG wants.
  for (const place of ['lesson-1', 'lesson-7']) {
    spec(`${place}: a link among words is at least 24 pixels high`, { place, ...PHONE }, async (page) => {
      if (place === 'lesson-1') await page.press(page.words.showAnswer);
      const low = () => page.page.evaluate(() => {
        const links = [...document.querySelectorAll('.link, .verdict a, .basis a')].filter((it) => it.checkVisibility());
        const heights = links.map((it) => [it.textContent, it.getBoundingClientRect().height]);
        return [links.length > 0, heights.filter(([, height]) => height < 23.5)];
      });
      await settles(low, [true, []]);
    });
  }

  spec("a row's number is level with its sentence, and the current row's bar covers no letter", PHONE, async (page) => {
    const rows = () => page.page.evaluate(() => [...document.querySelectorAll('.events li')].flatMap((row) => {
      const words = document.createRange();
      words.selectNodeContents(row.querySelector('.told'));
      const [first] = words.getClientRects();
      const number = row.querySelector('.n').getBoundingClientRect();
      const button = row.querySelector('button');
      const isCovered = button.getAttribute('aria-current') === 'step' && first.left - button.getBoundingClientRect().left < 4;
      const apart = Math.abs(first.top + first.height / 2 - number.top - number.height / 2);
      return apart > 3 || isCovered ? [`${row.textContent}: ${apart}`] : [];
    }));
    await page.at('.events [aria-current="step"]').waitFor();
    assert.deepEqual(await rows(), []);
  });

  for (const lang of LANGUAGES) {
    spec(`a lesson is gone through by tapping (${lang})`, { lang, ...PHONE }, async (page) => {
      await page.option(page.words.truths[0]).tap();
      await page.counts([1, 2, 1, 1, 0], 1);
      await page.button(page.words.changes[0][1]).tap();
      await page.counts([1, 2, 2, 0, 0], 1);
      await page.button(page.words.transport.start).tap();
      await page.counts([0, 0, 0, 0, 0], 1);
      await page.button(page.words.transport.next).tap();
      await settles(() => page.position(), [1, 27]);
    });
  }

  spec('a message in the picture is tapped and lost', { place: 'lab', ...PHONE }, async (page) => {
    await (await page.mark(/The client sends attempt 1/, 'line')).tap();
    await page.chips.filter({ hasText: 'Lose it' }).tap();
    await page.counts([1, 1, 0, 0, 0]);
  });

  spec('the lab is worked from its sheet', { place: 'lab', ...PHONE }, async (page) => {
    await page.button(page.words.retrySame).first().tap();
    await page.counts([1, 2, 1, 1, 0]);
    await page.button('Client', page.at('.deck')).tap();
    await page.button('Retry, new key').first().tap();
    await page.counts([1, 3, 2, 1, 0]);
    await page.button('Service', page.at('.deck')).tap();
    await page.button(/^Ignore the key/).tap();
    await page.counts([1, 3, 3, 0, 0]);
  });
});

describe('motion and colour', () => {
  spec('nothing is animated with reduced motion, and the run still plays', { reducedMotion: 'reduce' }, async (page) => {
    await page.press(page.words.speed('2'));
    await page.press(page.words.transport.start);
    await page.press(page.words.transport.play);
    await settles(() => page.position(), [2, 33]);
    assert.equal(await page.page.evaluate(() => document.getAnimations().length), 0);
    await page.press(page.words.transport.pause);
  });

  for (const scheme of ['light', 'dark']) {
    const forced = { forcedColors: 'active', colorScheme: scheme };
    spec(`the figure is drawn in forced colours (${scheme})`, forced, async (page) => {
      const shot = await page.board.screenshot();
      const drawn = await page.page.evaluate(async (png) => {
        const image = new Image();
        image.src = `data:image/png;base64,${png}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const pen = canvas.getContext('2d');
        pen.drawImage(image, 0, 0);
        const pixels = new Uint32Array(pen.getImageData(0, 0, image.width, image.height).data.buffer);
        const counts = new Map();
        for (const pixel of pixels) counts.set(pixel, (counts.get(pixel) ?? 0) + 1);
        return { colours: counts.size, ink: 1 - Math.max(...counts.values()) / pixels.length };
      }, shot.toString('base64'));
      assert.ok(drawn.colours >= 3, `${drawn.colours} colours`);
      assert.ok(drawn.ink > 0.02 && drawn.ink < 0.6, `${(100 * drawn.ink).toFixed(1)} % of the figure is not background`);
    });
  }
});
