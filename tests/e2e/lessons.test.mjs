// The five lessons, clicked through with the mouse and again with the keyboard alone, in both languages: each ends in
// what the normative scenarios say, read off the page as a person reads it.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { eventually, settles, spec } from './page.mjs';
import { LESSONS, LINKS } from './runs.mjs';
import { WORDS } from './words.mjs';

const SCENARIOS = new URL('../../static/scenarios/', import.meta.url);
const scenario = (number) => {
  const name = readdirSync(SCENARIOS).find((file) => file.startsWith(number));
  return JSON.parse(readFileSync(new URL(name, SCENARIOS), 'utf8'));
};

/** A duration as scenarios write it, `60s` or `1m`, in milliseconds. */
function millis(text) {
  const [, count, unit] = /^(\d+)(ms|s|m|h|d)$/.exec(text);
  return count * { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }[unit];
}

/** The figure shows a part, at its cursor, with its counts; where it stands at its end, the verdict too. */
async function shows(page, { rows, worlds, at }) {
  await settles(() => page.position(), [at?.n ?? rows, rows], 'position');
  assert.equal(await page.events(), rows, 'sentences');
  for (const [n, { counts, verdict }] of worlds.entries()) {
    await page.counts(counts, n);
    if (!at) await says(page, verdict, n);
  }
  assert.equal(await page.at('[data-tally]').count(), worlds.length, 'worlds');
  if (at) assert.equal(await page.at('[data-verdict]').count(), 0, 'no verdict before the end');
}

const says = (page, verdict, n) =>
  page.verdictSays(
    verdict.map(([kind, ...counts]) => page.words.verdict[kind](...counts)),
    n,
  );

/** With the mouse or with the keyboard: how a control is used. */
const HANDS = {
  mouse: (page, target) => target.click(),
  keyboard: (page, target) => page.enter(target),
};

describe('the table of this test', () => {
  const worlds = LESSONS.flatMap(({ opening, answer, changes }) => [opening, answer, ...changes]).flatMap((part) =>
    part.at ? [] : part.worlds,
  );
  for (const { file, counts, verdict } of worlds.filter((world) => world.file)) {
    it(`says of ${file} what the scenario itself expects`, () => {
      const { expect, script } = scenario(file);
      const [meant, attempts, made, replays, refused] = counts;
      assert.equal(meant, new Set(script.map((step) => step.intent)).size);
      assert.equal(attempts, script.length);
      assert.equal(made, Object.values(expect.effects).reduce((sum, n) => sum + n, 0));
      const answers = Object.values(expect.answers ?? {});
      assert.equal(replays, answers.filter((answer) => answer.replayed).length);
      assert.equal(refused, answers.filter((answer) => answer.status >= 400).length);
      const findings = { newKey: 'effect-twice', expired: 'effect-twice', race: 'effect-twice' };
      Object.assign(findings, { twoAnswers: 'two-final-outcomes', falseBelief: 'false-belief' });
      assert.deepEqual(verdict.map(([kind]) => findings[kind]).filter(Boolean), expect.findings);
      const isUnknown = Object.values(expect.beliefs ?? {}).includes('unknown');
      assert.equal(verdict.some(([kind]) => kind === 'unknown'), isUnknown);
    });
  }
});

for (const lang of ['zh', 'en']) {
  for (const [number, lesson] of LESSONS.entries()) {
    const words = WORDS[lang];
    const options = { lang, place: `lesson-${number + 1}` };
    describe(`${lang}, lesson ${number + 1}`, () => {
      spec('opens paused on a finished picture', options, async (page) => {
        await shows(page, lesson.opening);
        await page.button(words.transport.play).waitFor();
        assert.equal(await page.at('.story h2').innerText(), words.chapters[number]);
        const time = lesson.opening.at?.time;
        if (time) {
          assert.equal(await page.at('.playhead b').innerText(), time);
          assert.deepEqual(await page.at('.head-title').allInnerTexts(), words.worlds);
          await page.page.getByText(words.same, { exact: true }).waitFor();
        }
        assert.equal(await page.at('.predict').getByText(words.actual).count(), 0, 'the answer is not given away');
      });

      for (const [hand, use] of Object.entries(HANDS)) {
        const elsewhere = number === 0 ? 'lesson-2' : 'lesson-1';
        spec(`is gone through by ${hand} alone`, { ...options, place: elsewhere }, async (page) => {
          await use(page, page.at('.chapters').getByRole('button').nth(number));
          await shows(page, lesson.opening);

          const guess = page.option(words.guesses[number]);
          await use(page, guess);
          await shows(page, lesson.answer);
          assert.ok(await guess.evaluate((it) => it === document.activeElement), 'the focus stays on the guess');
          await settles(() => page.isPressed(guess), true);
          await guess.getByText(words.yourGuess).waitFor();
          await page.option(words.truths[number]).getByText(words.actual).waitFor();
          await page.page.getByRole('heading', { name: words.why, exact: true }).waitFor();
          const ghost = page.at('.ghost');
          assert.match(await ghost.innerText(), new RegExp(`${words.guesses[number]}$`), 'the guess beside what was made');

          for (const [n, part] of lesson.changes.entries()) {
            const change = page.button(words.changes[number][n], page.at('#story'));
            await use(page, change);
            await shows(page, part);
            await settles(() => page.isPressed(change), true);
          }
          await use(page, page.button(words.back));
          await shows(page, lesson.opening);

          if (hand === 'keyboard') {
            await page.tabTo(page.board);
            await page.key('ArrowLeft');
            await page.key('End');
          } else {
            await page.press(words.transport.back);
            await page.press(words.transport.end);
          }
          await settles(() => page.position(), [lesson.opening.rows, lesson.opening.rows]);
        });
      }
    });
  }
}

describe('lessons', () => {
  for (const { lesson, run, after, shows: part } of LINKS) {
    spec(`the link to run ${run} in lesson ${lesson + 1} shows it`, { place: `lesson-${lesson + 1}` }, async (page) => {
      await page.press(page.words.showAnswer);
      if (after !== undefined) await page.press(page.words.changes[lesson][after]);
      const link = page.at('#story').getByRole('button', { name: new RegExp(`^${page.words.run(run)}$`, 'i') });
      await link.first().click();
      await shows(page, part(LESSONS[lesson]));
    });
  }

  for (const number of LESSONS.keys()) {
    spec(`the link to the deciding step of lesson ${number + 1} goes there`, { place: `lesson-${number + 1}` }, async (page) => {
      await page.press(page.words.showAnswer);
      await page.at('#story').getByRole('button', { name: page.words.lookUp }).click();
      await eventually(
        () => page.at('.transport .now span').innerText(),
        (name) => assert.match(name, /^look-up: /),
      );
      await page.page.getByRole('heading', { name: page.words.exchange(2), exact: true }).waitFor();
    });
  }

  spec('an answer without a guess marks none', {}, async (page) => {
    await page.press(page.words.showAnswer);
    await page.option(page.words.truths[0]).getByText(page.words.actual).waitFor();
    assert.equal(await page.page.getByText(page.words.yourGuess).count(), 0);
  });

  for (const [number, lesson] of LESSONS.entries()) {
    spec(`lesson ${number + 1} is carried on in the lab with its scenario`, { place: `lesson-${number + 1}` }, async (page) => {
      await page.press(page.words.showAnswer);
      const { file } = lesson.answer.worlds.at(-1);
      await page.press(page.words.carryOn);
      const wanted = scenario(file);
      await eventually(() => page.scenario(), (got) => {
        const steps = (script) => script.map(({ at, client, do: act, intent }) => [millis(at), client, act, intent]);
        assert.deepEqual(steps(got.script), steps(wanted.script));
        assert.deepEqual(got.faults, wanted.faults);
        assert.equal(got.service.overrides?.kept_longer, wanted.service.overrides?.kept_longer);
        assert.equal(got.service.write_order, wanted.service.write_order);
      });
      const worlds = [...lesson.changes, lesson.opening, lesson.answer].flatMap((part) => (part.at ? [] : part.worlds));
      await page.counts(worlds.find((world) => world.file === file).counts);
      assert.match(page.page.url(), /\?lang=en#lab$/);
    });
  }
});
