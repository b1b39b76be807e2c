// A real reload of the page: what the lab keeps, in which entries, and what it says; and storage that is broken, lost
// or denied. The world and the client's intent record are apart, as they would be for a real client.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually, settles, spec } from './page.mjs';

const UUID4 = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const lab = { place: 'lab' };

/** Every entry that the page keeps, by name. */
const stored = (page) => page.page.evaluate(() => ({ ...localStorage }));
/** The entries that hold a text. */
const holding = (entries, text) => Object.keys(entries).filter((name) => entries[name].includes(text));
/** The key that the intent record shows; undefined where it shows none. */
async function shownKey(page) {
  const record = await page.at('#intent-record').innerText();
  return record.split(/\s+/).find((word) => UUID4.test(word));
}
const notice = (page) => page.at('#notice p').innerText();
/** Replaces what the entry with the world holds, before the page's program starts again. */
async function overwriteWorld(page, name, text) {
  await page.page.evaluate(([entry, value]) => localStorage.setItem(entry, value), [name, text]);
}
const denyStorage = (context) =>
  context.addInitScript(() => {
    const deny = () => {
      throw new DOMException('The operation is insecure.', 'SecurityError');
    };
    Object.defineProperty(window, 'localStorage', { configurable: true, get: deny });
  });

describe('a durable key', () => {
  spec('is a UUIDv4, made and shown before the first send', lab, async (page) => {
    const sent = await shownKey(page);
    await page.press('New intent');
    const key = await eventually(() => shownKey(page), (shown) => {
      assert.match(shown ?? '', UUID4);
      assert.notEqual(shown, sent);
      return shown;
    });
    await page.counts([1, 1, 1, 0, 0]);
    await page.press('Send');
    await page.counts([2, 2, 2, 0, 0]);
    assert.equal(await shownKey(page), key);
    assert.deepEqual((await page.scenario()).clients.c1.keys, [sent, key]);
  });

  spec('is stored with parameters and target before the first send, apart from the world', lab, async (page) => {
    await page.press('New intent');
    const key = await eventually(() => shownKey(page), (shown) => (assert.match(shown ?? '', UUID4), shown));
    const entries = await stored(page);
    const intents = holding(entries, key);
    assert.equal(intents.length, 1, 'the key stands in one entry');
    const [record] = intents;
    assert.ok(entries[record].includes('{"product":"notebook","quantity":2}'), entries[record]);
    assert.ok(entries[record].includes('/orders'), entries[record]);
    const worlds = holding(entries, '"script"');
    assert.equal(worlds.length, 1);
    assert.notEqual(worlds[0], record, 'the world has an entry of its own');
  });

  for (const lang of ['zh', 'en']) {
    spec(`is the same after a reload, which the page says (${lang})`, { ...lab, lang }, async (page) => {
      const key = await shownKey(page);
      assert.match(key, UUID4);
      await page.reload();
      assert.equal(await shownKey(page), key);
      assert.match(await notice(page), page.words.reloadedDurable);
      await page.press(page.words.dismiss);
      await page.at('#notice').waitFor({ state: 'detached' });
    });
  }

  spec('made and not yet sent survives a reload', lab, async (page) => {
    await page.press('New intent');
    const key = await eventually(() => shownKey(page), (shown) => (assert.match(shown ?? '', UUID4), shown));
    await page.reload();
    assert.equal(await shownKey(page), key);
    await page.press('Send');
    await page.counts([2, 2, 2, 0, 0]);
    assert.ok((await page.scenario()).clients.c1.keys.includes(key));
  });

  spec('a reload is a row of the figure, and the retry after it is a replay', lab, async (page) => {
    const before = await page.events();
    await page.reload();
    assert.equal(await page.events(), before + 2);
    await page.sentence(/The client reloads: connections and planned retries are gone/);
    await page.sentence(/The client reads the intent back: key, parameters, target, ready to resend unchanged/);
    await page.counts([1, 1, 1, 0, 0]);
    await page.press(page.words.retrySame);
    await page.counts([1, 2, 1, 1, 0]);
    await page.verdictSays([page.words.verdict.fine(1, 1), page.words.verdict.replays(1), page.words.verdict.settled()]);
  });

  spec('lost from storage without the world is a key that is gone', lab, async (page) => {
    const key = await shownKey(page);
    const worlds = holding(await stored(page), '"script"');
    await page.page.evaluate((kept) => {
      Object.keys(localStorage).filter((name) => !kept.includes(name)).forEach((name) => localStorage.removeItem(name));
    }, worlds);
    await page.reload();
    assert.match(await notice(page), page.words.reloadedMemory);
    assert.notEqual(await shownKey(page), key);
  });
});

describe('a key in memory', () => {
  const inMemory = (page) => page.choice('Key kept', 'In memory').click();

  spec('is not stored: no entry but the world knows the intent', lab, async (page) => {
    const key = await shownKey(page);
    await inMemory(page);
    await page.page.getByText('In memory only: gone when the page reloads').waitFor();
    const entries = await stored(page);
    for (const name of holding(entries, key)) assert.ok(entries[name].includes('"script"'), `${name} keeps the key`);
    assert.equal(holding(entries, 'orders').length, 0);
  });

  spec('made beside a durable client is not stored either', lab, async (page) => {
    const durable = await shownKey(page);
    await page.press('Add client');
    await inMemory(page);
    await page.press('New intent');
    await settles(() => page.at('#intent-record > span').innerText(), 'c2 · i2');
    const entries = Object.entries(await stored(page)).filter(([, text]) => !text.includes('"script"'));
    const keys = entries.flatMap(([, text]) => text.split(/[^0-9a-f-]+/).filter((word) => UUID4.test(word)));
    assert.deepEqual(keys, [durable]);
  });

  for (const lang of ['zh', 'en']) {
    spec(`is gone after a reload, which the page says (${lang})`, { ...lab, lang }, async (page) => {
      const names = { zh: ['键存哪里', '内存'], en: ['Key kept', 'In memory'] }[lang];
      await page.choice(...names).click();
      await page.reload();
      assert.match(await notice(page), page.words.reloadedMemory);
      assert.equal(await shownKey(page), undefined);
    });
  }

  spec('is another one for the next send, which makes a second order', lab, async (page) => {
    const [first] = (await page.scenario()).clients.c1.keys;
    await inMemory(page);
    await page.reload();
    await page.sentence(/The client had the intent in memory only, now gone: another send needs a new key/);
    await page.press('Send');
    await page.counts([1, 2, 2, 0, 0]);
    const [, second] = (await page.scenario()).clients.c1.keys;
    assert.match(second, UUID4);
    assert.notEqual(second, first);
  });
});

describe('storage', () => {
  spec('that holds no scenario is said, and the page works', lab, async (page) => {
    const [world] = holding(await stored(page), '"script"');
    await overwriteWorld(page, world, '0 1\n{"v": 1, "service": ');
    await page.reload();
    assert.match(await notice(page), /^Line 1, column \d+, .*found .*, wanted /);
    await page.counts([1, 1, 1, 0, 0]);
    await page.press(page.words.retrySame);
    await page.counts([1, 2, 1, 1, 0]);
  });

  spec('that holds nonsense does not keep a lesson from opening', lab, async (page) => {
    await page.page.evaluate(() => Object.keys(localStorage).forEach((name) => localStorage.setItem(name, '\u0000;=\n%')));
    await page.page.goto('about:blank');
    await page.goto('lesson-1');
    await page.counts([1, 1, 0, 0, 0]);
    await page.press('Lab');
    await page.counts([1, 1, 1, 0, 0]);
  });

  for (const lang of ['zh', 'en']) {
    spec(`denied: all works, and a quiet line says so (${lang})`, { ...lab, lang, prepare: denyStorage }, async (page) => {
      assert.equal(await page.at('#storage').innerText(), page.words.storageDenied);
      assert.equal(await page.at('#notice').count(), 0, 'no alarm');
      await page.press(page.words.retrySame);
      await page.counts([1, 2, 1, 1, 0]);
      await page.reload();
      await page.counts([1, 1, 1, 0, 0]);
      assert.equal(await page.at('#notice').count(), 0, 'nothing came back');
      await page.press(page.words.dark);
      await settles(() => page.at('html').getAttribute('data-theme'), 'dark');
    });
  }

  spec('that works leaves no quiet line', lab, async (page) => {
    assert.equal(await page.at('#storage').innerText(), '');
  });
});
