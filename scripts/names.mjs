// Gives the programs of a built page names that say what is in them: page-<hash>.js with page-<hash>_bg.wasm, and the same
// of the lab. A file under such a name never changes, so it can be cached for good, and a page that is open when another
// version is deployed asks for its own files or gets none, never for half of another program.
// Owns: those names, and where they are written: the glue, the HTML files, `data-lab` of their html element, which tells
// the loader in index.html its lab. Not here: names of data (incidents, lessons), which carry the version of their format.
import { createHash } from 'node:crypto';
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Matches the path of a file whose name holds its content's hash. */
export const BY_CONTENT = /-[0-9a-f]{16}(_bg)?\.(js|wasm|txt)$/;

/** Renames every program in `dir` after its final content; what is named so already keeps its name. */
export function nameByContent(dir) {
  for (const wasm of readdirSync(dir).filter((name) => name.endsWith('_bg.wasm'))) {
    const old = wasm.slice(0, -'_bg.wasm'.length);
    const stem = old.replace(/-[0-9a-f]+$/, '');
    const module = readFileSync(join(dir, wasm));
    // Its own name is no part of a program's content.
    const glue = readFileSync(join(dir, `${old}.js`), 'utf8').replaceAll(`${old}_bg.wasm`, `${stem}_bg.wasm`);
    const hash = createHash('sha256').update(module).update(glue).digest('hex').slice(0, 16);
    const name = `${stem}-${hash}`;
    rmSync(join(dir, wasm));
    rmSync(join(dir, `${old}.js`));
    writeFileSync(join(dir, `${name}_bg.wasm`), module);
    writeFileSync(join(dir, `${name}.js`), glue.replaceAll(`${stem}_bg.wasm`, `${name}_bg.wasm`));
    for (const page of readdirSync(dir, { recursive: true }).filter((file) => file.endsWith('.html'))) {
      const html = readFileSync(join(dir, page), 'utf8');
      writeFileSync(join(dir, page), stem === 'lab' ? withLab(html, `${name}.js`) : renamed(html, old, name));
    }
  }
}

const renamed = (html, old, name) => html.replaceAll(`${old}.js`, `${name}.js`).replaceAll(`${old}_bg.wasm`, `${name}_bg.wasm`);

const withLab = (html, name) =>
  html.replace(/<html[^>]*>/, (tag) => tag.replace(/ data-lab="[^"]*"/, '').replace(/>$/, ` data-lab="${name}">`));
