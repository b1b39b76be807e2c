// Every control of the lab does what it says, asserted on the counts, the verdict and the scenario's JSON. The lab
// starts with one send whose response is lost: counts 1 1 1 0 0. Reload and storage: reload.test.mjs.
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { eventually, settles, spec } from './page.mjs';

const lab = { place: 'lab' };
const START = [1, 1, 1, 0, 0];
const retry = (page) => page.press(page.words.retrySame);
const pick = (page, name, option) => page.page.getByRole('combobox', { name, exact: true }).selectOption({ label: option });
const order = (page, name) => page.button(new RegExp(`^${name}`)).click();
const field = (page, read, wanted) => settles(async () => read(await page.scenario()), wanted);
const firstLine = (page, pattern) => eventually(() => page.verdict(), ([line]) => assert.match(line ?? '', pattern));
const crashAfterEffect = (page, said) => page.breakAt(said, 'Crash here');

describe('sending', () => {
  spec('a new intent waits for its send', lab, async (page) => {
    await page.press('New intent');
    await page.counts(START);
    await page.press('Send');
    await page.counts([2, 2, 2, 0, 0]);
    await field(page, (it) => it.script.map((step) => step.intent), ['i1', 'i2']);
  });

  spec('a retry with the same key is a replay', lab, async (page) => {
    await retry(page);
    await page.counts([1, 2, 1, 1, 0]);
    const { fine, replays, settled } = page.words.verdict;
    await page.verdictSays([fine(1, 1), replays(1), settled()]);
  });

  spec('a retry with a new key is a second order', lab, async (page) => {
    await page.press('Retry, new key');
    await page.counts([1, 2, 2, 0, 0]);
    await page.verdictSays([page.words.verdict.newKey()]);
  });

  for (const [name, body] of [['One more', 3], ['One fewer', 1]]) {
    spec(`another quantity (${name}) under the same key is refused`, lab, async (page) => {
      await page.press(name);
      await page.page.getByText(`{"product":"notebook","quantity":${body}}`, { exact: true }).first().waitFor();
      await retry(page);
      await page.counts([1, 2, 1, 0, 1]);
      await field(page, (it) => it.script[1].body.quantity, body);
    });
  }

  spec('swapped fields mean the same', lab, async (page) => {
    const swap = page.button('Swap fields');
    await swap.click();
    await settles(() => page.isPressed(swap), true);
    await retry(page);
    await page.counts([1, 2, 1, 1, 0]);
    assert.match(await page.at('#json').inputValue(), /\{"quantity":2,"product":"notebook"\}/);
  });

  for (const [choice, counts] of [['Reject (409)', [2, 3, 2, 0, 1]], ['Wait, up to 5 s', [2, 3, 2, 1, 0]]]) {
    spec(`twice at once: ${choice}`, lab, async (page) => {
      await page.choice('In flight', choice).click();
      await page.press('New intent');
      await page.press('Send twice at once');
      await page.counts(counts);
    });
  }

  spec('a second client has a key of its own', lab, async (page) => {
    await page.press('Add client');
    await settles(() => page.isPressed(page.choice('Which client', 'c2')), true);
    await page.press('Send');
    await page.counts([1, 2, 2, 0, 0]);
    await firstLine(page, /Two clients each made a key for one intent/);
    await page.choice('Which client', 'c1').click();
    await retry(page);
    await page.counts([1, 3, 2, 1, 0]);
    await field(page, (it) => it.script.map((step) => step.client), ['c1', 'c2', 'c1']);
  });
});

describe('the client', () => {
  spec('retries by itself, under its key', lab, async (page) => {
    await page.choice('Auto retry', 'On').click();
    await page.counts([1, 2, 1, 1, 0]);
    await page.choice('Auto retry', 'Off').click();
    await page.counts(START);
  });

  const policies = [
    ['One per attempt', 'per-attempt', [1, 2, 2, 0, 0]],
    ['Body hash', 'body-hash', [1, 2, 1, 1, 0]],
    ['Business id', 'business-id', [1, 2, 1, 1, 0]],
    ['One per intent', 'per-intent', [1, 2, 1, 1, 0]],
  ];
  for (const [name, policy, counts] of policies) {
    spec(`makes its keys so: ${name}`, lab, async (page) => {
      await page.choice('Auto retry', 'On').click();
      await pick(page, 'Key policy', name);
      await field(page, (it) => it.clients.c1.key, policy);
      await page.counts(counts);
    });
  }

  spec('with a body hash loses a second purchase', lab, async (page) => {
    await pick(page, 'Key policy', 'Body hash');
    await page.press('New intent');
    await page.press('Send');
    await page.counts([2, 2, 1, 1, 0]);
    await firstLine(page, /believes intent i2 done .*, but order 1 is not its effect/);
  });

  for (const [keep, said, counts] of [['Durable', /reads the intent back/, [1, 2, 1, 1, 0]], ['In memory', /now gone/, [1, 2, 2, 0, 0]]]) {
    spec(`reloads, its key kept ${keep.toLowerCase()}`, lab, async (page) => {
      await page.choice('Key kept', keep).click();
      await page.press('Reload client');
      await eventually(() => page.sentence(said), assert.ok);
      await page.press(keep === 'Durable' ? page.words.retrySame : 'Send');
      await page.counts(counts);
    });
  }
});

describe('time', () => {
  spec('moves on by 30 s and by 23 h, inside the retention', lab, async (page) => {
    const next = () => page.page.getByText(/^Next step at /).innerText();
    assert.equal(await next(), 'Next step at 3.000 s');
    await page.press('+30 s');
    await settles(next, 'Next step at 33.000 s');
    await page.press('+23 h');
    await settles(next, 'Next step at 23:00:33.000');
    await retry(page);
    await page.counts([1, 2, 1, 1, 0]);
  });

  spec('moves on past the retention: the retry runs as new', lab, async (page) => {
    await page.press('Past retention');
    await eventually(() => page.sentence(/is past its retention, the record gone/), assert.ok);
    await retry(page);
    await page.counts([1, 2, 2, 0, 0]);
    await page.verdictSays([page.words.verdict.expired()]);
  });

  spec('a retention of 1 h is over after 23 h, unless the record is kept longer', lab, async (page) => {
    await pick(page, 'Retention', '1 h');
    await page.press('+23 h');
    await retry(page);
    await page.counts([1, 2, 2, 0, 0]);
    await pick(page, 'Kept longer', '2 d');
    await page.counts([1, 2, 1, 1, 0]);
    await field(page, (it) => it.service.overrides, { retention: '1h', kept_longer: '48h' });
  });
});

describe('the service', () => {
  const orders = [
    ['One transaction', 'one-transaction', [1, 2, 1, 0, 0], /Attempt 1 writes an order inside/],
    ['Claim, then commit', 'claim-then-commit', [1, 2, 0, 0, 1], /Attempt 1 writes an order inside/],
    ['Claim first', 'claim-first', [1, 2, 1, 0, 1], /^Order 1 is in the ledger/],
    ['Look, then act', 'check-then-act', [1, 2, 2, 0, 0], /^Order 1 is in the ledger/],
    ['Ignore the key', 'ignore', [1, 2, 2, 0, 0], /^Order 1 is in the ledger/],
  ];
  for (const [name, write, counts, effect] of orders) {
    spec(`${name}: a crash after the effect, then a retry`, lab, async (page) => {
      await order(page, name);
      await settles(() => page.isPressed(page.button(new RegExp(`^${name}`))), true);
      await field(page, (it) => it.service.write_order, write);
      await crashAfterEffect(page, effect);
      await retry(page);
      await page.counts(counts);
    });
  }

  spec('a lease lets a stuck key be taken over, and work be done twice', lab, async (page) => {
    await order(page, 'Claim first');
    await crashAfterEffect(page, /^Order 1 is in the ledger/);
    await retry(page);
    await firstLine(page, /stays in flight/);
    await pick(page, 'Lease', '1 s');
    await page.counts([1, 2, 2, 0, 0]);
    await field(page, (it) => it.service.lease, '1s');
  });

  spec('an effect at a provider outlives the roll-back, unless the key is forwarded', lab, async (page) => {
    await page.choice('Effect at', 'Provider').click();
    await crashAfterEffect(page, /^The provider makes/);
    await retry(page);
    await page.counts([1, 2, 2, 0, 0]);
    await page.choice('Key forwarded', 'Yes').click();
    await page.counts([1, 2, 1, 0, 0]);
    await page.choice('Effect at', 'Ledger').click();
    await settles(() => page.group('Key forwarded').count(), 0);
  });

  for (const [choice, counts] of [['Stored', [1, 2, 0, 1, 0]], ['Released', [1, 2, 1, 0, 0]]]) {
    spec(`a failure is ${choice.toLowerCase()}`, lab, async (page) => {
      await page.choice('Failures', choice).click();
      await page.breakAt(/^Attempt 1 claims/, 'Fail before the effect');
      await retry(page);
      await page.counts(counts);
    });
  }

  spec('work that takes longer than the client waits', lab, async (page) => {
    await pick(page, 'Effect takes', '3 s');
    await field(page, (it) => it.service.takes, { effect: '3s' });
    await page.page.getByText('Next step at 4.000 s').waitFor();
  });
});
