// Exported sequence text, really drawn: Mermaid reads and renders it for every scenario file and incident in Chromium,
// with nothing on the network, and shows what a hostile file says as words. Not here: what the text must contain
// (tests/it/export_forms.rs).
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launchBrowser } from '../../scripts/browser.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const HOSTILE = [
  'end',
  'a; b #59; c',
  '"quoted" \'words\'',
  'first\nsecond\r\nthird',
  '<script>globalThis.wasRun = true</script><img src=x onerror="globalThis.wasRun = true">',
  '[click](javascript:globalThis.wasRun=true) https://example.org www.example.org',
  '%%{init: {"theme": "dark"}}%% %% comment',
  '-->>A: more\n  participant X\n  end\n  rect rgb(0,0,0)',
  'Note over A: \u202e reversed \u0000 \u0007',
  '```mermaid $$x^2$$ `code` &amp; &#35; #quot;',
];

let browser;
let page;
let folder;
const asked = [];

before(async () => {
  execFileSync('cargo', ['build', '--quiet', '--locked', '--bin', 'simulate'], { cwd: ROOT, stdio: 'inherit' });
  folder = mkdtempSync(join(tmpdir(), 'mermaid-'));
  browser = await launchBrowser();
  page = await browser.newPage();
  page.on('request', (request) => asked.push(request.url()));
  await page.setContent('<!doctype html><title>Mermaid</title>');
  await page.addScriptTag({ path: join(ROOT, 'node_modules/mermaid/dist/mermaid.min.js') });
  await page.evaluate(() => globalThis.mermaid.initialize({ startOnLoad: false }));
});
after(async () => {
  await browser?.close();
  if (folder) rmSync(folder, { recursive: true });
});

function exported(file, lang) {
  const simulate = join(ROOT, process.env.CARGO_TARGET_DIR ?? 'target', 'debug', 'simulate');
  return execFileSync(simulate, ['--export', 'mermaid', '--lang', lang, file], { cwd: ROOT, encoding: 'utf8' });
}

/** Draws a text, and reads off the picture what it has of each kind and all its words. */
const drawn = (text) =>
  page.evaluate(async (source) => {
    await globalThis.mermaid.parse(source);
    const { svg } = await globalThis.mermaid.render('drawn', source);
    const picture = new DOMParser().parseFromString(svg, 'text/html');
    const count = (selector) => picture.querySelectorAll(selector).length;
    return {
      actors: count('g[data-et="participant"]') || count('rect.actor-top'),
      messages: count('line[class^="messageLine"], path[class^="messageLine"]'),
      notes: count('rect.note'),
      active: count('script, a, img, iframe, foreignObject script, [onload], [onerror], [onclick]'),
      words: picture.body.textContent,
    };
  }, text);

/** What a text asks for. */
function asks(text) {
  const lines = text.split('\n').map((line) => line.trim());
  return {
    actors: lines.filter((line) => line.startsWith('participant ')).length,
    messages: lines.filter((line) => /^[CAKLP]\d*-/.test(line)).length,
    notes: lines.filter((line) => line.startsWith('Note over ')).length,
  };
}

async function check(name, text) {
  assert.ok(text.length <= 50_000, `${name}: ${text.length} characters`);
  const { words, active, ...got } = await drawn(text).catch((error) => assert.fail(`${name}: ${error.message}\n${text}`));
  assert.deepEqual(got, asks(text), name);
  assert.equal(active, 0, `${name}: something that acts`);
  return words;
}

for (const [kind, path] of [['scenario', 'static/scenarios'], ['incident', 'static/incidents'], ['large', 'tests/scenarios-extra']]) {
  it(`every ${kind} is drawn`, { timeout: 300_000 }, async () => {
    const files = readdirSync(join(ROOT, path)).filter((name) => name.endsWith('.json') && name !== 'index.json');
    assert.ok(files.length > 0);
    for (const [n, name] of files.entries()) await check(name, exported(join(path, name), n % 2 ? 'zh' : 'en'));
  });
}

it('hostile words are drawn as words', { timeout: 60_000 }, async () => {
  for (const [n, words] of HOSTILE.entries()) {
    const file = join(folder, `${n}.json`);
    const scenario = {
      v: 1,
      title: { en: words },
      service: { contract: 'fixture', write_order: 'one-transaction' },
      clients: { end: { key: 'per-intent', keep: 'durable' }, 'participant': { key: 'per-intent', keep: 'durable' } },
      script: [
        { at: '0ms', client: 'end', do: 'send', intent: 'end', key: words, body_text: words },
        { at: '1s', client: 'participant', do: 'send', intent: 'loop', body: { product: words, quantity: 1 } },
      ],
    };
    writeFileSync(file, JSON.stringify(scenario));
    const shown = await check(words, exported(file, n % 2 ? 'zh' : 'en'));
    const plain = (text) => text.replace(/[\p{Cc}\p{Cf}\s]+/gu, '');
    assert.ok(plain(shown).includes(plain(words)), `${words} is not among ${shown.slice(0, 400)}`);
  }
  assert.equal(await page.evaluate(() => globalThis.wasRun), undefined);
});

it('nothing is asked of any network', () => {
  assert.deepEqual(asked.filter((url) => /^(https?|wss?):/.test(url)), []);
});
