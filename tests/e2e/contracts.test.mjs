// The page of contracts: the table and its runs, the sheet of a contract with its sources, filter and order, cards on a
// phone, and "your API" in the lab. What cells must say is held natively (tests/it/contracts_table.rs); here a few stand
// for all.
import { AxeBuilder } from '@axe-core/playwright';
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually, settles, spec } from './page.mjs';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const WORDS = {
  en: {
    stripe: 'Stripe API v1',
    running: 'Still running',
    said: /409 in progress.*idempotency_key_in_use.*1 effect/s,
    start: 'Start your API from this contract',
    knobs: 'The twelve knobs',
    undocumented: /^not documented; runs assume: refused, 409$/i,
    close: 'Close',
  },
  zh: {
    stripe: 'Stripe API v1',
    running: '处理中又来',
    said: /409 处理中.*idempotency_key_in_use.*1个效果/s,
    start: '从这份契约起，做你的API',
    knobs: '十二项约定',
    undocumented: /^文档没写；运行假定：拒绝，409$/,
    close: '关闭',
  },
};

/** A test on the page of contracts, once its table is there. */
function on(name, options, body) {
  spec(name, { place: 'contracts', waits: false, ...options }, async (page, context) => {
    await page.at('#contracts').waitFor();
    await body(page, context);
  });
}

const words = (page) => WORDS[page.lang];
const rows = (page) => page.at('.ct-table tbody tr');
const names = (page) => page.at('.ct-name').evaluateAll((all) => all.map((it) => it.firstChild.textContent));
const cell = (page, contract, moment) => rows(page).filter({ has: page.at(`#contract-${contract}`) }).locator(`td[data-l="${moment}"]`);
const sheet = (page) => page.at('dialog#sheet');
const focused = (page) => page.page.evaluate(() => document.activeElement?.id ?? '');
const sideways = (page) => page.page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function findsNothing(page) {
  const { violations, passes } = await new AxeBuilder({ page: page.page }).withTags(TAGS).analyze();
  assert.ok(passes.length > 10, 'axe looked at something');
  const short = ({ id, help, nodes }) => `${id}: ${help}: ${nodes.slice(0, 4).map((node) => node.target.join(' ')).join('; ')}`;
  assert.deepEqual(violations.map(short), []);
}

describe('the table', () => {
  for (const lang of ['en', 'zh']) {
    on(`has every contract and every moment (${lang})`, { lang }, async (page) => {
      assert.equal(await rows(page).count(), 14);
      assert.equal(await page.at('.ct-table td').count(), 14 * 9);
      assert.equal(await page.at('.ct-table thead th').count(), 10);
      assert.match(await cell(page, 'stripe-v1', words(page).running).innerText(), words(page).said);
    });
  }

  on('has a source a press away in every cell of a provider', {}, async (page) => {
    const without = await page.at('.ct-table tbody tr:not(.is-base) td').evaluateAll(
      (all) => all.filter((it) => !it.querySelector('a[href^="https://"]')).map((it) => it.textContent),
    );
    assert.deepEqual(without, []);
    const links = await page.at('.ct-table a').evaluateAll((all) => all.map((it) => `${it.target} ${it.rel}`));
    assert.deepEqual([...new Set(links)], ['_blank noopener noreferrer']);
  });

  on('opens the run of a cell in the lab, named, at the answer that the cell tells', {}, async (page) => {
    const run = cell(page, 'shopify-admin', 'Still running').getByRole('button');
    const name = await run.evaluate((it) => it.textContent);
    assert.match(name, /^Shopify Admin GraphQL: Still running: 200 in progress.*1 effect, see this run$/);
    await run.click();
    await page.ready(true);
    assert.match(page.page.url(), /#lab$/);
    assert.match(await page.at('#notice').innerText(), /^Shopify Admin GraphQL · Still running/);
    assert.match(await page.at('.transport .now').innerText(), /Answer heard|heard|receives/i);
    const { service, script } = await page.scenario();
    assert.deepEqual([service.contract, script.length], ['shopify-admin', 2]);
    await settles(() => focused(page), 'board');
    assert.equal(await page.page.evaluate(() => scrollY), 0);
  });

  on('keeps its heads in sight', {}, async (page) => {
    await rows(page).nth(9).scrollIntoViewIfNeeded();
    const { head, name } = await page.page.evaluate(() => ({
      head: document.querySelector('.ct-table thead th').getBoundingClientRect().top,
      name: document.querySelector('.ct-table tbody tr:nth-child(10) th').getBoundingClientRect().left,
    }));
    assert.ok(head >= 0 && head < 5, `the heads are at ${head}`);
    assert.ok(name >= 0, `the names are at ${name}`);
  });

  on('scrolls within itself where it is wider than the window', { viewport: { width: 900, height: 800 } }, async (page) => {
    assert.equal(await sideways(page), 0);
    const left = await page.at('.ct-scroll').evaluate((it) => {
      it.scrollTo(300, 200);
      const box = it.getBoundingClientRect();
      const name = it.querySelector('tbody tr:nth-child(5) th').getBoundingClientRect();
      const head = it.querySelector('thead th').getBoundingClientRect();
      return [it.scrollLeft, Math.round(name.left - box.left), Math.round(head.top - box.top)];
    });
    assert.deepEqual(left, [300, 0, 0]);
  });
});

describe('a contract’s sheet', () => {
  for (const lang of ['en', 'zh']) {
    on(`says what is documented, where, and what is not (${lang})`, { lang }, async (page) => {
      await page.at('#contract-adyen').click();
      await sheet(page).getByRole('heading', { name: words(page).knobs }).waitFor();
      assert.equal(await sheet(page).locator('.ct-knobs > div').count(), 12);
      const values = await sheet(page).locator('.ct-knobs dd > p:first-child').allInnerTexts();
      assert.equal(values.filter((value) => words(page).undocumented.test(value)).length, 1, values.join('\n'));
      const links = sheet(page).locator('.ct-knobs a');
      assert.equal(await links.count(), 12);
      const told = await links.first().evaluate((it) => [it.href, it.target, it.rel]);
      assert.deepEqual(told, ['https://docs.adyen.com/development-resources/api-idempotency', '_blank', 'noopener noreferrer']);
    });
  }

  on('opens and closes by keyboard, and gives the focus back', {}, async (page) => {
    const name = page.at('#contract-stripe-v1');
    await page.enter(name);
    await settles(() => focused(page), 'sheet-close');
    for (let n = 0; n < 30; n += 1) await page.key('Tab');
    const inside = await page.page.evaluate(() => !document.activeElement.closest('.contracts') || !!document.activeElement.closest('#sheet'));
    assert.ok(inside, 'the focus stays off the page behind');
    await page.key('Escape');
    await settles(() => sheet(page).count(), 0);
    await settles(() => focused(page), 'contract-stripe-v1');
    await page.key('Enter');
    await settles(() => focused(page), 'sheet-close');
    await page.key('Enter');
    await settles(() => focused(page), 'contract-stripe-v1');
  });

  on('closes on a press beside it', {}, async (page) => {
    await page.at('#contract-gocardless').click();
    await sheet(page).waitFor();
    await page.page.mouse.click(100, 400);
    await settles(() => sheet(page).count(), 0);
    await settles(() => focused(page), 'contract-gocardless');
  });

  on('names a source without an address in plain words', {}, async (page) => {
    await page.at('#contract-fixture').click();
    await sheet(page).waitFor();
    assert.equal(await sheet(page).getByRole('link').count(), 0);
    assert.match(await sheet(page).innerText(), /verified · Seed document: FixtureAPI/);
  });
});

describe('filter and order', () => {
  const field = (page) => page.page.getByRole('searchbox');
  const shown = (page, wanted) => settles(() => names(page), wanted);

  on('finds by name, code and status', {}, async (page) => {
    await field(page).fill('422');
    await shown(page, ['IETF draft -07', 'Adyen']);
    await field(page).fill('idempotent-replayed');
    await shown(page, ['Stripe API v1']);
    await page.page.getByText('1 of 14 contracts').waitFor();
  });

  on('filters by kind and by what rows rest on, and says why nothing is left', {}, async (page) => {
    await page.choice('Rests on', 'Nothing assumed').click();
    await shown(page, ['Example API', 'Stripe API v1', 'rocket-rides-atomic']);
    await page.choice('Kind', 'Cloud').click();
    await settles(() => rows(page).count(), 0);
    await page.page.getByText('No contract matches: Cloud, Nothing assumed.').waitFor();
    await page.press('Clear filters');
    await settles(() => rows(page).count(), 14);
  });

  on('sorts by a press on a head: up, down, as listed', {}, async (page) => {
    const head = page.at('.ct-table thead th').nth(3);
    const order = () => head.getAttribute('aria-sort');
    const listed = await names(page);
    await head.getByRole('button').click();
    await settles(order, 'ascending');
    assert.equal((await names(page))[0], 'Shopify Admin GraphQL');
    await head.getByRole('button').click();
    await settles(order, 'descending');
    assert.equal((await names(page))[0], 'Adyen');
    await head.getByRole('button').click();
    await shown(page, listed);
  });

  on('marks what differs from the example API', {}, async (page) => {
    await page.press('Mark what differs from the example API');
    const same = cell(page, 'ietf-draft-07', 'Still running');
    await settles(() => same.getAttribute('class'), 'is-same');
    assert.match(await same.locator('.ct-said').innerText(), /^=\s+as the example API\s*409/);
    assert.equal(await cell(page, 'ietf-draft-07', 'Other parameters').getAttribute('class'), null);
  });
});

for (const [lang, width] of [['en', 390], ['zh', 390], ['en', 320], ['zh', 320]]) {
  describe(`cards at ${width} px (${lang})`, () => {
    const phone = { lang, viewport: { width, height: 800 }, hasTouch: true };
    on('nothing scrolls sideways, and fingers find what they press', phone, async (page) => {
      assert.equal(await sideways(page), 0);
      assert.equal(await page.at('.ct-table thead').isVisible(), false);
      const small = await page.at('.ct-run, .ct-name, .ct-tools button, .ct-tools select, .ct-tools input, .ct-sure a').evaluateAll(
        (all) => all.filter((it) => it.getBoundingClientRect().height < 44 && it.offsetParent).map((it) => `${it.className} ${it.textContent.slice(0, 30)} ${it.getBoundingClientRect().height}`),
      );
      assert.deepEqual(small, []);
      const wide = await page.at('.ct-table tr').evaluateAll((all) => all.filter((it) => it.scrollWidth > it.clientWidth + 1).length);
      assert.equal(wide, 0, 'cards that overflow');
    });

    on('one moment can be compared across all', phone, async (page) => {
      await page.at('.ct-order select').first().selectOption({ label: words(page).running });
      await settles(() => page.at('.ct-table td:visible').count(), 14);
      await page.at('#contract-stripe-v1').click();
      await sheet(page).waitFor();
      assert.equal(await sideways(page), 0);
      await page.button(words(page).close, sheet(page)).click();
      await settles(() => sheet(page).count(), 0);
    });
  });
}

describe('your API', () => {
  on('starts from a contract; a knob that is turned is yours, and is kept', {}, async (page) => {
    await page.at('#contract-stripe-v1').click();
    await page.press('Start your API from this contract');
    await page.ready(true);
    const service = async () => (await page.scenario()).service;
    await settles(async () => (await service()).contract, 'stripe-v1');
    await page.at('#your-api > summary').click();
    const group = page.at('#your-api');
    await group.getByText('all as in this contract').waitFor();
    await group.getByRole('combobox', { name: 'Other parameters' }).selectOption({ label: 'the first answer is replayed' });
    await settles(async () => (await service()).overrides?.mismatch?.do, 'replay-original');
    await group.getByText('1 knob of your own').waitFor();
    await eventually(() => group.locator('.ct-turn').filter({ hasText: 'Other parameters' }).innerText(), (text) => assert.match(text, /yours/));
    await page.reload();
    await settles(async () => (await service()).overrides?.mismatch?.do, 'replay-original');
    await page.at('#your-api > summary').click();
    await page.press('All as in Stripe API v1 again');
    await settles(async () => (await service()).overrides, undefined);
  });

  spec('every contract can be chosen in the lab, and its sources looked up', { place: 'lab' }, async (page) => {
    const list = page.page.getByRole('combobox', { name: 'Contract', exact: true });
    assert.equal(await list.locator('option').count(), 14);
    await list.selectOption({ label: 'Adyen' });
    await settles(async () => (await page.scenario()).service.contract, 'adyen');
    await page.at('#your-api > summary').click();
    const mismatch = page.at('#your-api').getByRole('combobox', { name: 'Other parameters' });
    const chosen = () => mismatch.evaluate((it) => it.selectedOptions[0].textContent);
    assert.equal(await chosen(), 'not documented; runs assume: refused, 409');
    await page.at('#your-api').getByRole('button', { name: 'region', exact: true }).click();
    await settles(async () => (await page.scenario()).service.overrides?.scope, ['company']);
    await page.press('Adyen: knobs and sources');
    await sheet(page).waitFor();
    assert.match(page.page.url(), /#contracts$/);
  });
});

for (const lang of ['zh', 'en']) {
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [390, 1280]) {
      describe(`axe: ${lang}, ${colorScheme}, ${width} px`, () => {
        const options = { lang, colorScheme, viewport: { width, height: 844 } };
        on('the table, its terms, and what differs', options, async (page) => {
          await page.at('.ct-more summary').first().click();
          await page.at('.ct-more summary').last().click();
          await findsNothing(page);
          await page.at('.ct-tools > button').click();
          await findsNothing(page);
        });
        on('a sheet', options, async (page) => {
          await page.at('#contract-aws-ec2').click();
          await sheet(page).waitFor();
          await findsNothing(page);
        });
        spec('the knobs in the lab', { ...options, place: 'lab' }, async (page) => {
          if (width < 600) await page.at('.deck-tabs button').last().click();
          await page.at('#your-api > summary').click();
          await findsNothing(page);
        });
      });
    }
  }
}
