// Faults by pressing the thing: a message is lost, delayed or duplicated, a step at the API crashes or fails, and the
// run is what the engine makes of it. The lab starts with one send whose response is lost.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually, settles, spec } from './page.mjs';

const lab = { place: 'lab' };
const REQUEST = /^The client sends attempt 1/;
const RESPONSE = /^The API answers attempt 1/;
const CLAIM = /^Attempt 1 claims/;
const EFFECT = /^Attempt 1 writes an order inside its transaction/;

const hasFaults = (page, faults) => settles(async () => (await page.scenario()).faults ?? [], faults);
const LOST = { lose: 'response', of: 'c1#1' };
const says = (page, said) => eventually(() => page.sentence(said), assert.ok);
const retry = (page) => page.press(page.words.retrySame);

describe('a message', () => {
  spec('can be lost: the request never arrives', lab, async (page) => {
    await page.breakAt(REQUEST, 'Lose it', 'line');
    await page.counts([1, 1, 0, 0, 0]);
    await says(page, /^Attempt 1’s request is lost on its way/);
    await retry(page);
    await page.counts([1, 2, 1, 0, 0]);
  });

  spec('can be delayed', lab, async (page) => {
    await page.breakAt(REQUEST, 'Delay by 3 s', 'line');
    await says(page, /^The network holds up attempt 1’s request by 3 s/);
    await page.counts([1, 1, 1, 0, 0]);
    await hasFaults(page, [LOST, { delay: 'request', of: 'c1#1', by: '3s' }]);
  });

  spec('can be duplicated: the second copy is a replay', lab, async (page) => {
    await page.breakAt(REQUEST, 'Duplicate', 'line');
    await says(page, /^A second copy of attempt 1 arrives: sent once, delivered twice/);
    await page.counts([1, 1, 1, 1, 0]);
  });

  spec('that is lost can be let through again', lab, async (page) => {
    await page.pressMark(await page.mark(RESPONSE, 'line'));
    const lose = page.chips.filter({ hasText: 'Lose it' });
    assert.ok(await page.isPressed(lose), 'what is on is shown as on');
    await lose.click();
    await hasFaults(page, []);
    await page.verdictSays([page.words.verdict.fine(1, 1), page.words.verdict.settled()]);
  });

  spec('a response can come too late', lab, async (page) => {
    await page.breakAt(RESPONSE, 'Lose it', 'line');
    await hasFaults(page, []);
    await page.breakAt(RESPONSE, 'Delay by 3 s', 'line');
    await says(page, /^The client no longer listens when the answer to attempt 1 arrives/);
    await page.verdictSays([page.words.verdict.fine(1, 1), page.words.verdict.unknown(1)]);
  });
});

describe('a step at the API', () => {
  spec('can crash: the transaction leaves nothing, the retry runs', lab, async (page) => {
    await page.breakAt(EFFECT, 'Crash here');
    await page.counts([1, 1, 0, 0, 0]);
    await says(page, /^The service crashes after “effect”/);
    await retry(page);
    await page.counts([1, 2, 1, 0, 0]);
  });

  spec('can crash between effect and record: the retry makes a second order', lab, async (page) => {
    await page.button(/^Look, then act/).click();
    await page.breakAt(/^Order 1 is in the ledger/, 'Crash here');
    await retry(page);
    await page.counts([1, 2, 2, 0, 0]);
    await eventually(() => page.verdict(), ([line]) => assert.match(line, /The crash fell between effect and record/));
  });

  spec('can fail before its effect: the stored error is replayed', lab, async (page) => {
    await page.breakAt(CLAIM, 'Fail before the effect');
    await page.counts([1, 1, 0, 0, 0]);
    await retry(page);
    await page.counts([1, 2, 0, 1, 0]);
  });

  spec('can fail after its effect', lab, async (page) => {
    await page.breakAt(EFFECT, 'Fail after the effect');
    await hasFaults(page, [LOST, { fail: 'after-effect', of: 'c1#1', status: 500 }]);
    await says(page, /^Attempt 1 fails in execution/);
  });
});

describe('what was broken', () => {
  spec('is listed, and mended from the list', lab, async (page) => {
    await page.press('Remove: lose attempt 1’s response');
    await hasFaults(page, []);
    await page.page.getByText(/^No faults\./).waitFor();
    await page.verdictSays([page.words.verdict.fine(1, 1), page.words.verdict.settled()]);
  });

  spec('is undone and done again', lab, async (page) => {
    const undo = page.button('Undo');
    const redo = page.button('Redo');
    assert.ok(await undo.isDisabled());
    await page.breakAt(REQUEST, 'Lose it', 'line');
    await page.counts([1, 1, 0, 0, 0]);
    await undo.click();
    await page.counts([1, 1, 1, 0, 0]);
    await hasFaults(page, [LOST]);
    assert.ok(await undo.isDisabled());
    await redo.click();
    await page.counts([1, 1, 0, 0, 0]);
    assert.ok(await redo.isDisabled());
  });

  spec('and never struck is said', lab, async (page) => {
    await page.breakAt(REQUEST, 'Lose it', 'line');
    await eventually(() => page.verdict(), (lines) =>
      assert.match(lines.at(-1), /^This fault never struck \(lose attempt 1’s response\): attempt 1 did not get that far\.$/),
    );
  });

  for (const lang of ['zh', 'en']) {
    const [said, chip] = { zh: [/^客户端发出尝试1/, '弄丢'], en: [REQUEST, 'Lose it'] }[lang];
    spec(`by keyboard alone (${lang}) is the same run`, { ...lab, lang }, async (page) => {
      const { row } = await page.sentence(said);
      await page.tabTo(page.board);
      await page.stepBackTo(3);
      await page.enter(row);
      await page.enter(page.chips.filter({ hasText: chip }));
      await page.counts([1, 1, 0, 0, 0]);
    });
  }
});

describe('in a lesson', () => {
  spec('a message is lost, undone, and the lesson started over', { place: 'lesson-2' }, async (page) => {
    const retried = /^The client retries as attempt 2/;
    assert.equal(await page.button('Undo').count(), 0);
    await page.breakAt(retried, 'Lose it', 'line');
    await page.counts([1, 2, 1, 0, 0]);
    await page.press('Undo');
    await page.counts([1, 2, 2, 0, 0]);
    await page.press('Redo');
    await page.counts([1, 2, 1, 0, 0]);
    await page.press('Start over');
    await page.counts([1, 2, 2, 0, 0]);
  });

  spec('of two worlds only the one that is touched changes', {}, async (page) => {
    await page.pressMark(page.at('[data-world="0"] line[data-e="2"]'));
    await page.chips.filter({ hasText: 'Lose it' }).click();
    await page.counts([1, 2, 1, 1, 0], 0);
    await page.counts([1, 3, 1, 2, 0], 1);
  });

  spec('a broken run is carried on in the lab as it is', { place: 'lesson-2' }, async (page) => {
    await page.breakAt(/^The client retries as attempt 2/, 'Lose it', 'line');
    await page.counts([1, 2, 1, 0, 0]);
    await page.press(page.words.carryOn);
    await hasFaults(page, [LOST, { lose: 'request', of: 'c1#2' }]);
    await page.counts([1, 2, 1, 0, 0]);
  });
});
