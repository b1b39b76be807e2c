// The lab's session and its scenario as JSON: undo and redo, starting over, copying, opening, and the limits.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe } from 'node:test';
import { eventually, settles, spec } from './page.mjs';

const lab = { place: 'lab' };
const START = [1, 1, 1, 0, 0];
const file = (path) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const clipboard = (page) => page.page.evaluate(() => navigator.clipboard.readText());
const alert = (page) => page.at('.json-box [role=alert]');

describe('the session', () => {
  spec('every step is undone and done again, in order', lab, async (page) => {
    const runs = [START, [1, 2, 2, 0, 0], [1, 3, 2, 1, 0], [2, 4, 3, 1, 0]];
    await page.press('Retry, new key');
    await page.counts(runs[1]);
    await page.press(page.words.retrySame);
    await page.counts(runs[2]);
    await page.press('New intent');
    await page.press('Send');
    await page.counts(runs[3]);
    const text = await page.at('#json').inputValue();
    await page.press('Undo');
    for (const run of [runs[2], runs[1], runs[0]]) {
      await page.press('Undo');
      await page.counts(run);
    }
    assert.ok(await page.button('Undo').isDisabled());
    for (const run of [runs[1], runs[2], runs[2], runs[3]]) {
      await page.press('Redo');
      await page.counts(run);
    }
    assert.equal(await page.at('#json').inputValue(), text, 'the same keys, too');
  });

  spec('something new after an undo ends the redo', lab, async (page) => {
    await page.press('Retry, new key');
    await page.counts([1, 2, 2, 0, 0]);
    await page.press('Undo');
    await page.press(page.words.retrySame);
    await page.counts([1, 2, 1, 1, 0]);
    assert.ok(await page.button('Redo').isDisabled());
  });

  spec('starting over can be undone', lab, async (page) => {
    await page.press('Retry, new key');
    await page.counts([1, 2, 2, 0, 0]);
    await page.press('Start over');
    await page.counts(START);
    await page.press('Undo');
    await page.counts([1, 2, 2, 0, 0]);
  });

  spec('lessons and lab keep their places', lab, async (page) => {
    await page.press(page.words.retrySame);
    await page.press(page.words.lessons);
    await page.option(page.words.truths[0]).click();
    await page.press(page.words.lab);
    await page.counts([1, 2, 1, 1, 0]);
    await page.press(page.words.lessons);
    await page.option(page.words.truths[0]).getByText(page.words.actual).waitFor();
  });
});

describe('the JSON', () => {
  for (const lang of ['zh', 'en']) {
    const allowed = { ...lab, lang, permissions: ['clipboard-read', 'clipboard-write'] };
    spec(`is copied (${lang})`, allowed, async (page) => {
      await page.openJson();
      await page.press(page.words.copy);
      await page.page.getByText(page.words.copied, { exact: true }).waitFor();
      const text = await clipboard(page);
      assert.equal(text.trim(), (await page.at('#json').inputValue()).trim());
      assert.equal(JSON.parse(text).v, 1);
    });

    const refuse = (context) =>
      context.addInitScript(() => {
        const no = () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError'));
        Object.defineProperty(navigator.clipboard, 'writeText', { value: no });
      });
    spec(`is left to the hand where copying is denied (${lang})`, { ...lab, lang, prepare: refuse }, async (page) => {
      await page.openJson();
      await page.press(page.words.copy);
      await page.page.getByText(page.words.cannotCopy, { exact: true }).waitFor();
    });
  }

  const files = [
    ['06-same-key-other-parameters', [1, 4, 1, 2, 1]],
    ['18-lease-runs-out-provider-pays-twice', [1, 2, 2, 0, 0]],
    ['37-delivered-twice', [1, 1, 1, 1, 0]],
  ];
  for (const [name, counts] of files) {
    spec(`of ${name} is opened`, lab, async (page) => {
      const text = file(`static/scenarios/${name}.json`);
      await page.openScenario(text);
      await page.counts(counts);
      const { effects } = JSON.parse(text).expect;
      assert.equal(counts[2], Object.values(effects).reduce((sum, n) => sum + n, 0));
      await page.press('Undo');
      await page.counts(START);
    });
  }

  const broken = {
    en: /^Line 3, column \d+, .*write_order: found "chek-then-act", wanted one of .*Did you mean “check-then-act”\?/,
    zh: /^第3行第\d+列，.*write_order：读到.*chek-then-act.*，应为.*是不是「check-then-act」？/,
  };
  for (const lang of ['zh', 'en']) {
    spec(`that is broken says where, and leaves the scenario as it was (${lang})`, { ...lab, lang }, async (page) => {
      const before = await page.at('#json').inputValue();
      const text = before.replace('"one-transaction"', '"chek-then-act"');
      assert.notEqual(text, before);
      await page.openScenario(text);
      await alert(page).waitFor();
      assert.match((await alert(page).innerText()).replace(/\s+/g, ' '), broken[lang]);
      await page.counts(START);
      assert.equal(await page.at('#json').inputValue(), text, 'what was typed stays to be mended');
      await page.at('#json').fill(before.replace('"one-transaction"', '"check-then-act"'));
      await page.press(page.words.open);
      await alert(page).waitFor({ state: 'detached' });
      await settles(async () => (await page.scenario()).service.write_order, 'check-then-act');
    });
  }

  spec('that is no JSON at all says so', lab, async (page) => {
    await page.openScenario('{"v": 1,\n "service": }');
    await alert(page).waitFor();
    assert.match(await alert(page).innerText(), /^Line 2, column \d+, .*wanted valid JSON/);
    await page.counts(START);
  });

  spec('as written is read back as the same run', lab, async (page) => {
    await page.openScenario(file('static/scenarios/20-automatic-retries.json'));
    await settles(async () => (await page.scenario()).clients.c1.retry !== undefined, true);
    const [text, counts, rows] = [await page.at('#json').inputValue(), await page.tally(), await page.position()];
    await page.press('Start over');
    await page.counts(START);
    await page.openScenario(text);
    await page.counts(counts);
    assert.deepEqual(await page.position(), rows);
    assert.equal(await page.at('#json').inputValue(), text);
  });
});

describe('limits', () => {
  const steps = (count) => {
    const send = (n) => ({ at: `${n}s`, client: 'c1', do: 'send', intent: 'i1', body: { product: 'notebook', quantity: 2 } });
    const script = Array.from({ length: count }, (_, n) => send(n));
    return JSON.stringify({
      v: 1,
      service: { contract: 'fixture', write_order: 'one-transaction' },
      clients: { c1: { key: 'per-intent', keep: 'durable' } },
      script,
    });
  };

  spec('at 64 steps no more is added, and that is said', lab, async (page) => {
    await page.openScenario(steps(63));
    await page.counts([1, 63, 1, 62, 0]);
    assert.ok(await page.button('Send twice at once').isDisabled(), 'no room for two');
    await page.press(page.words.retrySame);
    await page.counts([1, 64, 1, 63, 0]);
    await page.page.getByText('64 steps at most; no more can be added.', { exact: true }).waitFor();
    for (const name of ['Send twice at once', 'Retry, new key', 'Reload client', '+30 s', '+23 h', 'Past retention']) {
      assert.ok(await page.button(name).first().isDisabled(), name);
    }
    assert.ok(await page.button(page.words.retrySame).first().isDisabled());
  });

  spec('a file of 65 steps is refused, and that is said', lab, async (page) => {
    await page.openScenario(steps(65));
    await eventually(() => alert(page).innerText(), (text) => assert.match(text, /found 65 entries, wanted at most 64 entries/));
    await page.counts(START);
  });

  spec('three clients are the most that the lab adds', lab, async (page) => {
    await page.press('Add client');
    await page.press('Add client');
    await page.choice('Which client', 'c3').waitFor();
    assert.ok(await page.button('Add client').isDisabled());
  });

  spec('the largest scenario of all opens, and is stepped through', lab, async (page) => {
    await page.openScenario(file('tests/scenarios-extra/largest.json'));
    await settles(() => page.position(), [812, 812]);
    await page.board.focus();
    await page.key('ArrowLeft');
    await settles(() => page.position(), [811, 812]);
  });
});
