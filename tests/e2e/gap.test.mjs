// Lesson 6 as a reader climbs it: every rung and trial, the lease, the runs at an outside provider, by hand and by keyboard, in
// both languages; and the way there from the first visit's program.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually, settles, spec } from './page.mjs';

const gap = { place: 'lesson-6' };
const rung = (page, name) => page.at('.climb .rung').filter({ hasText: name }).first();
const trial = (page, name) => page.at('.climb .trial').filter({ hasText: name }).first();
const shows = async (page, name, wanted) =>
  settles(() => trial(page, name).locator('.outcome').innerText(), wanted, name);
const cameOut = (page, pattern) => eventually(() => page.at('.came-out').innerText(), (text) => assert.match(text, pattern));

describe('the ladder', () => {
  spec('opens with the gap: one intent, two orders', gap, async (page) => {
    await page.counts([1, 2, 2, 0, 0]);
    await cameOut(page, /2 effects/);
    await settles(() => page.isPressed(rung(page, 'Look, then act')), true);
  });

  spec('is climbed to the top, where the same crash leaves one order', gap, async (page) => {
    for (const name of ['Transaction only', 'Claim first', 'Claim, then commit', 'One transaction']) {
      await page.button(`Next rung: ${name}`).click();
      await settles(() => page.isPressed(rung(page, name)), true);
    }
    await shows(page, 'Crash after effect', '1 effect');
    await page.at('.climb').getByText('This is the top rung', { exact: false }).waitFor();
  });

  spec('a trial shows its own run', gap, async (page) => {
    await trial(page, 'Two at once').click();
    await page.counts([1, 2, 2, 0, 0]);
    await cameOut(page, /before either recorded|Both/);
    await trial(page, 'Response lost').click();
    await page.counts([1, 2, 1, 1, 0]);
  });

  spec('a lease frees a claim, and doubles where nothing fences', gap, async (page) => {
    await rung(page, 'Claim first').click();
    await shows(page, 'Crash after claim', 'Stuck');
    await page.button('Claims have a 30 s lease').click();
    await shows(page, 'Crash after claim', '1 effect');
    await shows(page, 'Crash after effect', '2 effects');
  });

  spec('can be climbed by keyboard', gap, async (page) => {
    await rung(page, 'Transaction only').focus();
    await page.page.keyboard.press('Enter');
    await settles(() => page.isPressed(rung(page, 'Transaction only')), true);
    await trial(page, 'Two at once').focus();
    await page.page.keyboard.press('Space');
    await settles(() => page.isPressed(trial(page, 'Two at once')), true);
  });
});

describe('the effect at an outside provider', () => {
  spec('every run opens, and says what it is there for', gap, async (page) => {
    await page.button('Show the answer without guessing').click();
    const runs = page.at('.outside .trial');
    await settles(() => runs.count(), 17);
    for (let n = 0; n < 17; n += 1) {
      await runs.nth(n).click();
      await settles(() => page.isPressed(runs.nth(n)), true);
      assert.ok((await page.at('.outside .told').innerText()).length > 40);
    }
  });

  spec('what came out stands with the run that was pressed, and blames no rung', gap, async (page) => {
    await page.button('Show the answer without guessing').click();
    await page.at('.came-out').waitFor();
    await trial(page, 'One transaction, effect outside').click();
    await eventually(() => page.at('.outside .came-out').innerText(), (text) => assert.match(text, /2 effects/));
    await settles(() => page.at('.came-out').count(), 1);
    await settles(() => page.at('.outside div:has(> [aria-pressed="true"]) .came-out').count(), 1);
  });

  spec('a derived key keeps tenants apart, a raw one does not', gap, async (page) => {
    await page.button('Show the answer without guessing').click();
    await trial(page, 'Forwarded, two tenants').click();
    await eventually(() => page.verdict(), (lines) => assert.match(lines.join(' '), /tenant/));
    await trial(page, 'A derived key, per tenant').click();
    await page.counts([2, 2, 2, 0, 0]);
  });

  spec('a run is carried on in the lab', gap, async (page) => {
    await page.at('.climb').waitFor();
    await page.button('Carry on in lab').click();
    await page.at('#intent-record').waitFor();
    await page.counts([1, 2, 2, 0, 0]);
  });
});

spec('the first visit’s program leads there', { place: 'lesson-5' }, async (page) => {
  await page.button('Next lesson').click();
  await page.at('.climb').waitFor();
  assert.match(page.page.url(), /#lesson-6$/);
  await page.at('.chapters').getByRole('button', { name: /The response is lost/ }).click();
  await settles(() => page.page.url().split('#')[1], 'lesson-1');
});

spec('lesson 6 in Chinese', { ...gap, lang: 'zh' }, async (page) => {
  await page.counts([1, 2, 2, 0, 0]);
  await shows(page, '效果后崩溃', '2个效果');
  await page.button('上一级：只有事务').click();
  await shows(page, '两次同时到', '2个效果');
});
