// What a first visit to the built page loads: index.html and every file of dist/ that it names, or that one of those
// names in turn (wasm, glue, styles, icons), each with its size raw and after brotli 11.
// Owns the limits. Not here: requests that the running page makes by itself (the end-to-end tests watch those).
//
//   node scripts/size.mjs [--check] [--dir FOLDER]
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, extname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { brotliCompressSync, constants } from 'node:zlib';

/** At most so many bytes after brotli 11, in so many files; what the page would like to weigh; and how much a lesson's own
 * page may weigh before any program is there. docs/size.md tells what weighs. */
export const LIMITS = { bytes: 150_500, files: 6, goal: 74_000, still: 14_000 };

const TEXT = new Set(['.html', '.js', '.mjs', '.css', '.svg', '.webmanifest']);

/** Loaded only when the lab is asked for, when the page is embedded, and by the service worker after the page has started;
 * the end-to-end tests hold that a first visit does not ask for them. */
export const ON_DEMAND = /^(lab(-[0-9a-f]+)?(\.js|_bg\.wasm)|embed-page\.js|sw\.js)$/;

/** The files that `file` names and that exist beside it in `dir`, as absolute paths. */
function namedBy(file, dir) {
  if (!TEXT.has(extname(file))) return [];
  let text = readFileSync(file, 'utf8');
  // A link to follow is not loaded, nor is what only search engines and chats read; a comment names nothing.
  const unloaded = /<!--[^]*?-->|<a\s[^>]*>|<link\s+rel="?(?:alternate|canonical)[^>]*>|<meta\s[^>]*>/gi;
  if (extname(file) === '.html') text = text.replace(unloaded, '');
  if (extname(file) === '.css') text = text.replace(/\/\*[^]*?\*\//g, '');
  const found = [];
  for (const [, quoted, unquoted] of text.matchAll(/["'`]([^"'`\s<>{}]+)["'`]|(?:=|url\()\s*([^"'`\s<>{}()]+)/g)) {
    const name = (quoted ?? unquoted).split(/[?#]/)[0];
    if (!name || /^[a-z][a-z0-9+.-]*:|^\/\//i.test(name)) continue;
    let path;
    try {
      path = name.startsWith('/') ? join(dir, decodeURI(name)) : resolve(dirname(file), decodeURI(name));
    } catch {
      continue;
    }
    if (path.startsWith(dir + sep) && existsSync(path) && statSync(path).isFile()) found.push(path);
  }
  return found;
}

const weighed = (name, bytes) => {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  return { name, raw: bytes.length, brotli: brotliCompressSync(bytes, { params }).length };
};

/** The lessons' own pages: what can be read of each before any program is there, its style included. */
const stills = (dir) =>
  readdirSync(dir).flatMap((name) => (/^lesson-.*\.html$/.test(name) ? [weighed(name, readFileSync(join(dir, name)))] : []));

/** Every file of a first visit, index.html first, the others in the order in which they are found. */
export function firstVisit(dir) {
  const files = [join(dir, 'index.html')];
  for (const file of files) {
    for (const named of namedBy(file, dir)) {
      if (!files.includes(named) && !ON_DEMAND.test(relative(dir, named))) files.push(named);
    }
  }
  return files.map((file) => weighed(relative(dir, file).split(sep).join('/'), readFileSync(file)));
}

const row = (name, raw, brotli) => `  ${name.padEnd(52)} ${raw.padStart(11)} ${brotli.padStart(11)}`;
const grouped = (n) => String(n).replace(/\B(?=(\d{3})+$)/g, ',');

function main() {
  const { values } = parseArgs({ options: { check: { type: 'boolean' }, dir: { type: 'string' } } });
  const root = dirname(dirname(fileURLToPath(import.meta.url)));
  const dir = values.dir ? resolve(values.dir) : join(root, 'dist');
  if (!existsSync(join(dir, 'index.html'))) {
    console.error('size: there is no built page; run scripts/build first');
    return 1;
  }
  const files = firstVisit(dir);
  const sum = (key) => files.reduce((total, file) => total + file[key], 0);
  const total = sum('brotli');
  console.log('\nWhat a first visit loads, in bytes:');
  console.log(row('file', 'raw', 'brotli 11'));
  for (const file of files) console.log(row(file.name, grouped(file.raw), grouped(file.brotli)));
  console.log(row(`${files.length} files`, grouped(sum('raw')), grouped(total)));
  const rest = readdirSync(dir, { recursive: true })
    .filter((name) => statSync(join(dir, name)).isFile())
    .map((name) => name.split(sep).join('/'))
    .filter((name) => !files.some((file) => file.name === name));
  const [folders, alone] = [rest.filter((name) => name.includes('/')), rest.filter((name) => !name.includes('/'))];
  if (folders.length > 0) alone.push(`${folders.length} files in folders`);
  if (alone.length > 0) console.log(`  not loaded at first: ${alone.join(', ')}`);
  const lessons = stills(dir);
  const largest = Math.max(0, ...lessons.map((still) => still.brotli));
  console.log(`  a lesson's own page before any program: at most ${grouped(largest)} of ${grouped(LIMITS.still)}`);
  const goal = total <= LIMITS.goal ? 'reached' : `missed by ${grouped(total - LIMITS.goal)}`;
  console.log(`  limit ${grouped(LIMITS.bytes)} in ${LIMITS.files} files; goal ${grouped(LIMITS.goal)}: ${goal}`);
  if (!values.check) return 0;
  const faults = [];
  if (total > LIMITS.bytes) faults.push(`${grouped(total - LIMITS.bytes)} bytes over the limit`);
  if (files.length > LIMITS.files) faults.push(`${files.length} files, not ${LIMITS.files}`);
  for (const still of lessons.filter((still) => still.brotli > LIMITS.still)) {
    faults.push(`${still.name}: ${grouped(still.brotli - LIMITS.still)} bytes over the limit of a lesson's page`);
  }
  if (!files.some((file) => file.name.endsWith('.wasm'))) faults.push('no .wasm file is among them');
  console.log(faults.length > 0 ? `size: FAILED: ${faults.join('; ')}` : 'size: within the limits');
  return faults.length > 0 ? 1 : 0;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) process.exitCode = main();
