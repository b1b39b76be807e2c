// A short campaign of messages to the embedded page; scripts/fuzz runs the long one.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from 'node:test';
import { fileURLToPath } from 'node:url';

const CAMPAIGN = fileURLToPath(new URL('../../scripts/fuzz-messages.mjs', import.meta.url));

it('nothing that another page posts is obeyed but the known commands', () => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CAMPAIGN, '--cases', '20000'], { encoding: 'utf8' });
  assert.equal(status, 0, stderr + stdout);
  assert.match(stdout, /^fuzz: message: 20000 cases, seed 1: \d+ valid, 0 at fault$/m);
});
