// Writes, beside every file of a built page that shrinks, what brotli and gzip make of it at their strongest (.br, .gz), for
// servers that send such copies (deploy/nginx.conf). Other hosts compress by themselves or do without; dist/ has none.
//
//   node scripts/compress.mjs [FOLDER]      usually dist
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const SHRINKS = /\.(html|js|mjs|css|json|svg|txt|wasm|webmanifest)$/;

/** Compresses the files of `dir`; resolves to how many bytes they have raw and in each form. */
export function compress(dir) {
  const sums = { files: 0, raw: 0, br: 0, gz: 0 };
  for (const name of readdirSync(dir, { recursive: true })) {
    const file = join(dir, name);
    if (!SHRINKS.test(name) || !statSync(file).isFile()) continue;
    const bytes = readFileSync(file);
    const size = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    const copies = { br: brotliCompressSync(bytes, { params: size }), gz: gzipSync(bytes, { level: 9 }) };
    for (const [ending, copy] of Object.entries(copies)) {
      writeFileSync(`${file}.${ending}`, copy);
      sums[ending] += copy.length;
    }
    sums.files += 1;
    sums.raw += bytes.length;
  }
  return sums;
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const { files, raw, br, gz } = compress(process.argv[2] ?? fileURLToPath(new URL('../dist', import.meta.url)));
  console.log(`${files} files: ${raw} bytes, brotli ${br}, gzip ${gz}`);
}
