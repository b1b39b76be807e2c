// A step of trunk's post_build hook (after-build.mjs): makes what a release build downloads smaller, without changing what it does.
//
// Owns: minifying the page's style, its inline script, the files of embedding and the JavaScript glue (esbuild), and shortening the long, hashed
// names under which the glue and the wasm modules know each other. Not here: wasm-opt (index.html, data-wasm-opt), file
// names (names.mjs), any check of the result (size.mjs, the end-to-end tests).
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';

const dir = process.env.TRUNK_STAGING_DIR;

const target = 'es2022';
const minify = (code, loader) => transformSync(code, { loader, minify: true, target, legalComments: 'none' }).code.trim();

const page = join(dir, 'index.html');
const html = readFileSync(page, 'utf8')
  .replace(/<style([^>]*)>([\s\S]*?)<\/style>/g, (_, attributes, css) => `<style${attributes}>${minify(css, 'css')}</style>`)
  .replace(/<script( id="stills")?>([\s\S]*?)<\/script>/g, (_, id = '', code) => `<script${id}>${minify(code, 'js')}</script>`)
  .replace(/<!--[\s\S]*?-->/g, '')
  .replace(/\n\s*\n/g, '\n')
  .replace(/<\/style>\s*<style[^>]*>/g, '');
writeFileSync(page, html);

for (const name of ['embed.js', 'embed-page.js', 'embed.css']) {
  const file = join(dir, name);
  writeFileSync(file, minify(readFileSync(file, 'utf8'), name.split('.').pop()));
}

for (const name of readdirSync(dir).filter((name) => name.endsWith('_bg.wasm'))) {
  const glue = join(dir, name.replace('_bg.wasm', '.js'));
  const { module, names } = shorten(readFileSync(join(dir, name)));
  let code = readFileSync(glue, 'utf8');
  for (const [long, short] of names) code = code.replaceAll(new RegExp(`\\b${long}\\b`, 'g'), short);
  writeFileSync(join(dir, name), module);
  writeFileSync(glue, minify(code, 'js'));
}

/** The module with its imports' generated names shortened, and which name became which. */
function shorten(bytes) {
  const names = new Map();
  const out = [bytes.subarray(0, 8)];
  for (let at = 8; at < bytes.length; ) {
    const start = at;
    const id = bytes[at];
    let size;
    [size, at] = leb(bytes, at + 1);
    out.push(id === 2 ? section(2, imports(bytes.subarray(at, at + size), names)) : bytes.subarray(start, at + size));
    at += size;
  }
  return { module: Buffer.concat(out), names };
}

function imports(bytes, names) {
  let [count, at] = leb(bytes, 0);
  const out = [write(count)];
  for (let n = 0; n < count; n += 1) {
    const [module, afterModule] = text(bytes, at);
    const [name, afterName] = text(bytes, afterModule);
    if (bytes[afterName] !== 0) throw new Error(`import ${name}: only functions are expected`);
    const end = leb(bytes, afterName + 1)[1];
    // Generated names are long and end in a hash; `$n` cannot be one of the glue's own.
    const short = /^__wb/.test(name) ? (names.get(name) ?? `$${names.size.toString(36)}`) : name;
    if (short !== name) names.set(name, short);
    out.push(string(module), string(short), bytes.subarray(afterName, end));
    at = end;
  }
  return Buffer.concat(out);
}

function leb(bytes, at) {
  let value = 0;
  for (let shift = 0; ; shift += 7) {
    const byte = bytes[at++];
    value += (byte & 127) * 2 ** shift;
    if (byte < 128) return [value, at];
  }
}

function write(value) {
  const out = [];
  do {
    out.push((value & 127) | (value > 127 ? 128 : 0));
    value = Math.floor(value / 128);
  } while (value > 0);
  return Buffer.from(out);
}

function text(bytes, at) {
  const [size, start] = leb(bytes, at);
  return [bytes.subarray(start, start + size).toString('utf8'), start + size];
}

function string(value) {
  const bytes = Buffer.from(value, 'utf8');
  return Buffer.concat([write(bytes.length), bytes]);
}

function section(id, content) {
  return Buffer.concat([Buffer.from([id]), write(content.length), content]);
}
