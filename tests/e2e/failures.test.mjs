// Lesson 7 as a reader goes through it: the prediction, every moment, every contract on either side, both builds, the seven
// failures with two ways on, by hand and by keyboard, in both languages; links to what statements rest on; narrow screens.
import { AxeBuilder } from '@axe-core/playwright';
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually, settles, spec } from './page.mjs';

const PROVIDERS = ['stripe-v1', 'stripe-v2', 'aws-ec2', 'ietf-draft-07', 'lambda-powertools', 'rocket-rides-atomic', 'gocardless'];
const OTHERS = ['azure-acs-email', 'paypal-orders-v2', 'adyen', 'square-create-payment', 'google-aip-155', 'shopify-admin'];
const ALL = [...PROVIDERS, ...OTHERS];

// What a person reads, written out.
const WORDS = {
  en: {
    answers: ['201, and 1 order', '500 again, and 1 order', '201, and 2 orders'],
    moments: [
      '500, answered on purpose',
      '500, nobody caught the exception',
      '400, before execution',
      '429, in front of the keys',
      '402, the card is declined',
      'Late retry, order cancelled',
      'New key, past a stored 500',
      'When is a new key right?',
    ],
    left: 'Left',
    right: 'Right',
    stays: 'stays',
    undone: 'is undone',
    beside: 'Powertools: returned beside raised',
    replayed: '500, internal error\nreplayed · 1 order',
    resumed: '201, order 1\n1 order',
    twice: '201, order 2\n2 orders',
    undoneReplay: '500, internal error\nreplayed · 0 orders',
    assumed: '500, internal error\nreplayed · 1 order · assumed',
    pointer: '409, made before: order 1\nreplayed · 1 order',
    cancelled: '201, order 1: cancelled\nreplayed · 1 order',
    sure: ['documented', 'inferred', 'not documented', 'this page'],
    advice: ['either key', 'a new key', 'either key', 'the same key', 'the same key', 'the same key', 'the same key'],
    exception: /after 409 idempotency_key_in_use, or after a 429 that follows an unknown attempt, a new key can charge twice/,
    carryOn: 'Carry on in lab',
    back: 'Back to the lesson’s run',
    truth: /replayed for as long as the record is kept/,
    chapter: 'Failures have a contract too',
  },
  zh: {
    answers: ['201，1笔', '还是500，1笔', '201，2笔'],
    moments: [
      '500，端点自己回的',
      '500，异常没人接住',
      '400，执行之前',
      '429，在键之前',
      '402，卡被拒',
      '重试晚到，订单已取消',
      '换新键，绕过存下的500',
      '何时该换新键？',
    ],
    left: '左边',
    right: '右边',
    stays: '留着',
    undone: '撤销',
    beside: 'Powertools：返回的和抛出的',
    replayed: '500，内部出错\n重放 · 1笔订单',
    resumed: '201，订单1\n1笔订单',
    twice: '201，订单2\n2笔订单',
    undoneReplay: '500，内部出错\n重放 · 0笔订单',
    assumed: '500，内部出错\n重放 · 1笔订单 · 假定',
    pointer: '409，已经做过：订单1\n重放 · 1笔订单',
    cancelled: '201，订单1：已取消\n重放 · 1笔订单',
    sure: ['文档写明', '推断', '文档没写', '本页'],
    advice: ['两个键都行', '换新键', '两个键都行', '用同键', '用同键', '用同键', '用同键'],
    exception: /409idempotency_key_in_use（处理中）之后，或者结果未知之后的429，换新键可能扣两次款/,
    carryOn: '去实验台继续',
    back: '回到这一课的运行',
    truth: /记录在多久就重放多久/,
    chapter: '失败也有契约',
  },
};

/** Counts of each world of each moment: meant, attempts, made, replays, refused. */
const COUNTS = [
  [[1, 2, 1, 1, 0], [1, 2, 1, 0, 0]],
  [[1, 2, 1, 1, 0], [1, 2, 2, 0, 0]],
  [[1, 2, 1, 0, 1], [1, 2, 1, 0, 1]],
  [[1, 2, 1, 0, 1], [1, 3, 1, 1, 1]],
  [[1, 2, 0, 1, 2], [1, 2, 1, 0, 1]],
  [[2, 3, 2, 1, 0], [2, 3, 2, 1, 0]],
  [[1, 3, 1, 1, 0], [1, 2, 2, 0, 0]],
  [[1, 3, 1, 1, 1], [1, 3, 2, 0, 1]],
];
/** How many statements stand under each moment. */
const STATEMENTS = [0, 0, 1, 1, 2, 2, 2, 4];
/** Counts of a failure's two ways on. */
const CASES = [
  [[1, 2, 1, 0, 1], [1, 2, 1, 0, 1]],
  [[1, 2, 0, 1, 2], [1, 2, 1, 0, 1]],
  [[1, 2, 1, 0, 1], [1, 2, 1, 0, 1]],
  [[1, 3, 1, 1, 1], [1, 3, 2, 0, 1]],
  [[1, 3, 1, 1, 1], [1, 3, 2, 0, 1]],
  [[1, 2, 1, 1, 0], [1, 2, 2, 0, 0]],
  [[1, 2, 1, 1, 0], [1, 2, 2, 0, 0]],
];

/** A test on lesson 7, once the program that has it is there. */
const lesson = (name, options, body) =>
  spec(name, { place: 'lesson-7', ...options }, async (page, context) => {
    await page.at('.failures').waitFor();
    await body(page, WORDS[page.lang], context);
  });

const moment = (page, n) => page.at('.choices button').nth(n);
const select = (page, side) => page.at('.pair select').nth(side);
const heads = (page) => page.at('.head-title').allInnerTexts();
const line = (page, n) => page.at('.lines tbody tr').nth(n);
const cell = async (page, row, column) => (await line(page, row).locator('td').nth(column).innerText()).trim();
const reveal = async (page, words) => {
  await page.option(words.answers[1]).click();
  await moment(page, 0).waitFor();
};
const open = async (page, n) => {
  await moment(page, n).click();
  await settles(() => page.isPressed(moment(page, n)), true);
};
const shows = async (page, worlds) => {
  for (const [world, counts] of worlds.entries()) await page.counts(counts, world);
  await settles(() => page.at('[data-tally]').count(), worlds.length, 'worlds');
};

/** Every link to a source opens a page of its own that learns nothing of this one. */
async function linksAreSafe(page, within) {
  const links = await page.at(`${within} a`).evaluateAll((all) => all.map((a) => [a.href, a.target, a.rel, a.textContent]));
  for (const [href, target, rel, title] of links) {
    assert.match(href, /^https:\/\//);
    assert.deepEqual([target, rel], ['_blank', 'noopener noreferrer'], href);
    assert.ok(title.length > 5, href);
  }
  return links.length;
}

for (const lang of ['en', 'zh']) {
  describe(`lesson 7, ${lang}`, () => {
    lesson('opens on a finished picture: one intent, two orders', { lang }, async (page, words) => {
      await shows(page, [[1, 2, 2, 0, 0]]);
      const [at, end] = await page.position();
      assert.equal(at, end);
      await page.verdictSays([page.words.verdict.newKey()]);
      assert.equal(await page.at('.choices').count(), 0, 'the answer is not given away');
      assert.equal(await page.at('.closing').count(), 0);
      assert.equal(await page.at('.chapters [aria-current=page]').innerText().then((text) => text.includes(words.chapter)), true);
    });

    lesson('answers each guess, and then shows the first moment', { lang }, async (page, words) => {
      for (const answer of words.answers) {
        await page.option(answer).click();
        await page.at('.predict .response').waitFor();
      }
      await settles(() => page.at('.predict .is-truth').innerText().then((text) => text.includes(words.answers[1])), true);
      await shows(page, COUNTS[0]);
      await eventually(() => page.at('.closing').innerText(), (text) => assert.match(text, words.truth));
    });

    lesson('every moment shows its worlds, its words and what they rest on', { lang }, async (page, words) => {
      await reveal(page, words);
      const seen = new Set();
      for (const [n, name] of words.moments.entries()) {
        await page.choice(await page.at('.choices').getAttribute('aria-label'), name).click();
        await settles(() => page.isPressed(moment(page, n)), true);
        await shows(page, COUNTS[n]);
        const told = await page.at('.moment > p').innerText();
        assert.ok(told.length > (lang === 'zh' ? 40 : 80) && !told.includes('{'), told);
        assert.equal(await page.at('.statements li').count(), STATEMENTS[n], name);
        const links = await linksAreSafe(page, '.moment');
        assert.equal(links, STATEMENTS[n] - (n === 7 ? 1 : 0), 'all but this page’s own');
        const [left, right] = await heads(page);
        assert.ok(left && right && left !== right, `${left} | ${right}`);
        seen.add(await page.at('#stage-title').innerText());
        for (const sure of await page.at('.statements .sure').allInnerTexts()) assert.ok(words.sure.includes(sure), sure);
      }
      assert.equal(seen.size, 8, 'each figure has a name of its own');
      await page.press(words.back);
      await shows(page, [[1, 2, 2, 0, 0]]);
    });

    lesson('every contract stands on either side', { lang }, async (page, words) => {
      await reveal(page, words);
      for (const n of [0, 1, 5]) {
        await open(page, n);
        for (const side of [0, 1]) {
          for (const id of ALL) {
            await select(page, side).selectOption(id);
            const name = await select(page, side).evaluate((it) => it.selectedOptions[0].textContent);
            await eventually(() => heads(page), (titles) => assert.equal(titles[side], name));
            assert.equal(await page.at('[data-verdict]').count(), 2);
          }
        }
      }
    });

    lesson('the table has every contract’s line, from its own run', { lang }, async (page, words) => {
      await reveal(page, words);
      await settles(() => page.at('.lines tbody tr').count(), 13);
      assert.ok((await linksAreSafe(page, '.lines')) === 13, 'one link a line');
      // Answered, unhandled.
      const rows = [
        [0, words.replayed, words.replayed],
        [1, words.resumed, words.resumed],
        [2, words.twice, words.twice],
        [4, words.replayed, words.twice],
        [5, words.replayed, words.resumed],
        [7, words.twice, words.twice],
        [9, words.assumed, words.assumed],
      ];
      for (const [row, answered, unhandled] of rows) {
        assert.deepEqual([await cell(page, row, 0), await cell(page, row, 1)], [answered, unhandled], ALL[row]);
      }
      const sure = await page.at('.lines .sure').allInnerTexts();
      const [documented, inferred, not] = words.sure;
      assert.deepEqual(sure.slice(0, 4), [documented, documented, inferred, documented]);
      assert.deepEqual(sure.slice(9), [not, not, not, not]);
      await page.choice(await page.at('.pair .seg').getAttribute('aria-label'), words.undone).click();
      await eventually(() => cell(page, 0, 0), (text) => assert.equal(text, words.undoneReplay));
      assert.equal(await cell(page, 7, 0), words.resumed, 'undone, it runs again as the first');
      await shows(page, [[1, 2, 0, 1, 0], [1, 2, 1, 0, 0]]);
      await open(page, 5);
      assert.equal(await cell(page, 6, 0), words.pointer);
      assert.equal(await cell(page, 2, 0), words.cancelled);
    });

    lesson('Powertools: returned beside raised, until a contract is chosen', { lang }, async (page, words) => {
      await reveal(page, words);
      await open(page, 1);
      await settles(() => page.isPressed(page.button(words.beside)), true);
      await shows(page, COUNTS[1]);
      await select(page, 0).selectOption('rocket-rides-atomic');
      await settles(() => page.isPressed(page.button(words.beside)), false);
      await shows(page, [[1, 2, 1, 0, 0], [1, 2, 1, 0, 0]]);
      await page.press(words.beside);
      await shows(page, COUNTS[1]);
    });

    lesson('when a new key is right: seven failures, two ways on', { lang }, async (page, words) => {
      await reveal(page, words);
      await open(page, 7);
      await eventually(() => page.at('.statements').innerText(), (text) => assert.match(text, words.exception));
      assert.deepEqual(await page.at('.two-ways td:last-child').allInnerTexts(), words.advice);
      for (const [n, worlds] of CASES.entries()) {
        const row = line(page, n).getByRole('button');
        await row.click();
        await settles(() => page.isPressed(row), true);
        await shows(page, worlds);
        assert.equal(await page.at('#stage-title').innerText(), await row.innerText());
      }
    });

    lesson('no 409 stands without its cause', { lang }, async (page, words) => {
      await reveal(page, words);
      const cause = lang === 'en' ? /in use|in progress|other param|made before|already done|never bare|idempot/ : /处理中|参数不同|已经做过|已经做成|必说缘由|idempot/;
      for (const n of words.moments.keys()) {
        await open(page, n);
        if (n === 5) await select(page, 1).selectOption('gocardless');
        const texts = await page.at('.failures .moments, .failures .lines, .failures .closing, ol.events').allInnerTexts();
        for (const text of texts) {
          for (const { index } of text.matchAll(/409/g)) assert.match(text.slice(Math.max(0, index - 8), index + 48), cause);
        }
      }
    });

    lesson('the last world is carried on in the lab', { lang }, async (page, words) => {
      await reveal(page, words);
      await open(page, 6);
      await page.press(words.carryOn);
      await page.at('#intent-record').waitFor({ state: 'attached' });
      await shows(page, [[1, 2, 2, 0, 0]]);
      const scenario = await page.scenario();
      assert.equal(scenario.service.contract, 'stripe-v1');
      assert.equal(scenario.faults[0].fail, 'after-effect');
    });

    lesson('by keyboard alone', { lang }, async (page, words) => {
      await page.enter(page.option(words.answers[0]));
      await moment(page, 0).waitFor();
      await page.enter(moment(page, 1));
      await settles(() => page.isPressed(moment(page, 1)), true);
      await page.tabTo(select(page, 1));
      await page.key('Home');
      await eventually(() => heads(page), (titles) => assert.equal(titles[1], 'Stripe v1'));
      await page.key('End');
      await eventually(() => heads(page), (titles) => assert.equal(titles[1], 'Shopify Admin'));
      await page.enter(page.button(words.beside));
      await shows(page, COUNTS[1]);
      await page.enter(page.button(words.undone));
      await shows(page, [[1, 2, 0, 1, 0], [1, 2, 1, 0, 0]]);
      await page.toEnd();
      // From the figure back to the moments.
      await page.tabTo(moment(page, 7), 'Shift+Tab');
      await page.key('Enter');
      await page.enter(line(page, 1).getByRole('button'));
      await shows(page, CASES[1]);
    });
  });

  for (const colorScheme of ['light', 'dark']) {
    for (const width of [390, 1280]) {
      const options = { lang, colorScheme, viewport: { width, height: 844 } };
      lesson(`axe finds nothing: ${lang}, ${colorScheme}, ${width} px`, options, async (page, words) => {
        const check = async () => {
          const { violations } = await new AxeBuilder({ page: page.page }).withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa']).analyze();
          const short = ({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map((node) => node.target.join(' ')).join('; ')}`;
          assert.deepEqual(violations.map(short), []);
        };
        await reveal(page, words);
        for (const n of [1, 7]) {
          await open(page, n);
          await check();
        }
      });
    }
  }
}

describe('narrow screens', () => {
  for (const width of [390, 320]) {
    lesson(`${width} px: one world at a time, and no sideways scrolling`, { viewport: { width, height: 844 } }, async (page, words) => {
      await reveal(page, words);
      for (const [n, worlds] of COUNTS.entries()) {
        await open(page, n);
        for (const [side, counts] of worlds.entries()) {
          const turn = page.at('.sides button').nth(side);
          await turn.click();
          await settles(() => page.isPressed(turn), true);
          await shows(page, [counts]);
        }
        const [wide, room] = await page.page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
        assert.ok(wide <= room, `moment ${n}: ${wide} > ${room}`);
      }
      await page.page.setViewportSize({ width: 1280, height: 844 });
      await shows(page, COUNTS[7]);
      assert.equal(await page.at('.sides').count(), 0);
    });
  }
});

spec('the first visit’s program leads there', { place: 'lesson-1' }, async (page) => {
  await page.at('.chapters').getByRole('button', { name: WORDS.en.chapter }).click();
  await page.at('.failures').waitFor();
  assert.match(page.page.url(), /#lesson-7$/);
  await page.at('.chapters').getByRole('button', { name: page.words.chapters[0] }).click();
  await settles(() => page.page.url().split('#')[1], 'lesson-1');
});
