// While the lab's program comes, the reader goes on: the address of the moment is where the page then is. Not here: what is
// handed over (share-embed.test.mjs, lessons.test.mjs), the address of the lab itself (link.test.mjs).
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { settles, spec } from './page.mjs';

/** Holds back the lab's program until `let()` is called. */
function held() {
  let let_;
  const gate = new Promise((open) => (let_ = open));
  const prepare = (context) => context.route('**/lab-*.js', async (route) => {
    await gate;
    await route.continue();
  });
  return { prepare, let: let_ };
}

const go = (page, place) => page.page.evaluate((hash) => (location.hash = hash), place);
const here = (page) => page.page.url().split('#')[1];
/** What only that place has on view. */
const SIGNS = {
  'lesson-2': (page) => page.at('h2.lesson-title').getByText('Same key or new key'),
  'lesson-6': (page) => page.at('h2.lesson-title').getByText('gap', { exact: false }),
  'lesson-7': (page) => page.at('h2.lesson-title').getByText('ailure', { exact: false }),
  lab: (page) => page.at('#intent-record'),
  contracts: (page) => page.at('#contracts'),
};

describe('while the lab’s program comes', () => {
  for (const ways of [['lesson-6', 'lesson-7'], ['lesson-6', 'lesson-7', 'lab'], ['lab', 'lesson-2'], ['contracts', 'lesson-2', 'lesson-6']]) {
    const gate = held();
    spec(`the last address asked for is where the page is: ${ways.join(', ')}`, { prepare: gate.prepare }, async (page) => {
      for (const place of ways) await go(page, place);
      gate.let();
      const last = ways.at(-1);
      await page.at('html:not(.is-loading)').waitFor({ state: 'attached' });
      await SIGNS[last](page).waitFor({ state: 'attached' });
      assert.equal(here(page), last);
      // It is the lab's program that is there: another of its places comes without a load.
      await go(page, 'lab');
      await SIGNS.lab(page).waitFor({ state: 'attached' });
    });
  }

  const gate = held();
  spec('a lesson that is gone back to is there at once, and stays', { prepare: gate.prepare }, async (page) => {
    await go(page, 'lesson-2');
    await SIGNS['lesson-2'](page).waitFor();
    await go(page, 'lab');
    await page.page.goBack();
    await settles(() => here(page), 'lesson-2');
    await SIGNS['lesson-2'](page).waitFor();
    gate.let();
    await page.at('html:not(.is-loading)').waitFor({ state: 'attached' });
    await SIGNS['lesson-2'](page).waitFor();
    assert.equal(here(page), 'lesson-2');
    assert.equal(await page.at('#intent-record').count(), 0);
  });

  spec('a press asked for the place, and the address did not', {}, async (page) => {
    await page.button('Lab', page.at('nav')).click();
    await SIGNS.lab(page).waitFor({ state: 'attached' });
    await page.page.goBack();
    await settles(() => here(page), 'lesson-1');
    await page.at('h2.lesson-title').waitFor();
  });

  spec('where it does not come, the address still leads to the lessons', { expects: [/^console: Failed to load/], prepare: (context) => context.route('**/lab-*.js', (route) => route.abort()) }, async (page) => {
    await go(page, 'lab');
    await page.at('#not-loaded').waitFor();
    await page.page.goBack();
    await settles(() => here(page), 'lesson-1');
    await go(page, 'lesson-2');
    await SIGNS['lesson-2'](page).waitFor();
  });
});
