// Runs per second of scenario 01 and of the largest allowed scenario in Chromium, beside the native figures.
//
// The page exports no function for it: what is measured is the test `rates` in tests/web.rs, built with the release
// profile (as the page is, without wasm-opt) and run by wasm-bindgen-test in headless Chromium. A run is the same as in
// benches/runs.rs: a parsed scenario, run whole. The native figures come from `cargo bench` by hand, in runs per second:
//
//   node scripts/wasm-rate.mjs [--native-01 N] [--native-largest N] [--target-dir DIR]
//
// Not here: installing the tools (scripts/test browser does). Environment: CHROMEDRIVER, else Debian's.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const { values } = parseArgs({
  options: {
    'native-01': { type: 'string' },
    'native-largest': { type: 'string' },
    'target-dir': { type: 'string' },
  },
});

/** The folder with wasm-bindgen's test runner, where scripts/setup.sh puts it; empty where it is on the PATH. */
function runnerFolder() {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const tools = join(cache, 'idempotency-explainer', 'tools');
  const names = existsSync(tools) ? readdirSync(tools).filter((name) => name.startsWith('wasm-bindgen-cli-')) : [];
  return names.length > 0 ? join(tools, names.sort().at(-1), 'bin') : '';
}

function run(command, args, env) {
  return new Promise((done, fail) => {
    const child = spawn(command, args, { cwd: ROOT, env: { ...process.env, ...env } });
    let out = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (out += data));
    child.once('error', fail);
    child.once('close', (code) => (code === 0 ? done(out) : fail(new Error(`${command} ended with ${code}:\n${out}`))));
  });
}

const target = 'wasm32-unknown-unknown';
const args = ['test', '--release', '--locked', '--target', target, '--test', 'web', '--', '--include-ignored', 'rates', '--nocapture'];
try {
  const out = await run('cargo', args, {
    PATH: [runnerFolder(), process.env.PATH].filter(Boolean).join(delimiter),
    CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUNNER: 'wasm-bindgen-test-runner',
    CHROMEDRIVER: process.env.CHROMEDRIVER || '/usr/bin/chromedriver',
    WASM_BINDGEN_TEST_TIMEOUT: '180',
    ...(values['target-dir'] && { CARGO_TARGET_DIR: values['target-dir'] }),
  });
  // Each scenario is measured twice; the first time warms up.
  const rates = new Map([...out.matchAll(/rate of ([^:\n]+): (\d+) runs per second/g)].map(([, name, rate]) => [name, Number(rate)]));
  if (rates.size !== 2) throw new Error(`expected two rates in:\n${out}`);
  const native = { 'scenario 01': values['native-01'], 'largest scenario': values['native-largest'] };
  const row = (...cells) => console.log('  ' + cells.map((cell, n) => (n === 0 ? cell.padEnd(18) : cell.padStart(12))).join(''));
  console.log('\nRuns per second:');
  row('', 'Chromium', 'native', 'share');
  for (const [name, rate] of rates) {
    const other = Number(native[name]);
    row(name, String(rate), other ? String(other) : '-', other ? `${((100 * rate) / other).toFixed(0)} %` : '-');
  }
} catch (error) {
  console.error(`wasm-rate: ${error.message}`);
  process.exitCode = 1;
}
