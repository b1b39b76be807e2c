// The fuzz campaign of messages: whatever another page posts, the readers of static/embed-page.js throw nothing and let
// through only commands and styles of the forms that docs/embedding.md lists. Seeded; a failing message is printed.
//
//   node scripts/fuzz-messages.mjs [--cases 1000000] [--seed 1]
import { parseArgs } from 'node:util';
import { isPymWidth, readCommand, readStyle, TYPE, VERSION } from '../static/embed-page.js';

/** Messages that were once at fault. */
const KNOWN = [
  null,
  undefined,
  0,
  '',
  [],
  {},
  { type: TYPE, v: VERSION, command: 'style', style: [] },
  { type: TYPE, v: VERSION, command: 'goto', event: -0 },
  { type: TYPE, v: VERSION, command: 'style', style: JSON.parse('{"__proto__":"red","--ie-paper":"url(//x)"}') },
];

const STRINGS = [
  TYPE, 'report', 'theme', 'lang', 'goto', 'style', 'light', 'dark', 'system', 'zh', 'en', 'end', 'sans', 'serif', 'none',
  '--ie-paper', '--ie-ink', '--ie-radius', '--ie-font', '--ie-constructor', '--ie-__proto__', '--paper', 'paper', '',
  '#fff', '#12345678', 'rgb(1 2 3 / 50%)', 'oklch(0.5 0.1 20)', 'red', 'inherit', 'url(//elsewhere.test/)', 'red;color:blue',
  'var(--x)', 'expression(alert(1))', 'rgb(1,2,3)}body{display:none', '4px', '1e9px', '99.9999rem', 'constructor', '__proto__',
  'pymxPYMxxPYMxwidthxPYMx300', 'pymxPYMxaxPYMxwidthxPYMx', '<img src=x onerror=alert(1)>', '\0', '\ud800', '钥', '☃'.repeat(90),
];
const OTHERS = [
  null, undefined, true, false, 0, -0, -1, 1, 2, 3.5, 100_000, 100_001, 1e308, NaN, Infinity, 10n, [], {}, new Date(0), /x/g,
  new Map([['command', 'report']]), new Set([1]), new ArrayBuffer(8), new Uint8Array(4), new Error('x'),
];
const FIELDS = ['type', 'v', 'command', 'theme', 'lang', 'event', 'style', 'extra', 'toString', '__proto__'];

/** xorshift32: the same numbers on any machine. */
function numbers(seed) {
  let state = (seed * 2_654_435_761) >>> 0 || 1;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

function stringOf(random) {
  const text = STRINGS[random(STRINGS.length)];
  if (random(4) > 0) return text;
  const [at, other] = [random(text.length + 1), STRINGS[random(STRINGS.length)]];
  return random(2) ? text.slice(0, at) + other + text.slice(at) : text.slice(0, at) + String.fromCharCode(random(65_536)) + text.slice(at + 1);
}

function valueOf(random, depth) {
  const kind = random(10);
  if (kind < 5) return stringOf(random);
  if (kind < 8 || depth === 0) return OTHERS[random(OTHERS.length)];
  if (kind === 8) return Array.from({ length: random(4) }, () => valueOf(random, depth - 1));
  return objectOf(random, depth - 1);
}

function objectOf(random, depth) {
  const made = random(12) ? {} : Object.create(null);
  for (let n = random(6); n > 0; n -= 1) {
    const name = random(2) ? FIELDS[random(FIELDS.length)] : stringOf(random);
    Object.defineProperty(made, name, { value: valueOf(random, depth), enumerable: true, configurable: true, writable: true });
  }
  return made;
}

/** A message: anything at all, or a command that is nearly one. */
function messageOf(random) {
  if (random(5) === 0) return valueOf(random, 3);
  const made = Object.assign(objectOf(random, 2), { type: TYPE, v: VERSION, command: STRINGS[1 + random(5)] });
  const theme = ['light', 'dark', 'system', 'Light'][random(4)];
  const event = ['end', random(200_000), random(9), -1][random(4)];
  if (random(3) > 0) Object.assign(made, { theme, lang: ['zh', 'en', 'de'][random(3)], event });
  if (random(2)) made.style = Object.fromEntries(Array.from({ length: random(50) }, () => [stringOf(random), valueOf(random, 1)]));
  if (random(6) === 0) made[FIELDS[random(7)]] = valueOf(random, 2);
  return made;
}

const isOf = (value, ...names) => Object.keys(value).sort().join() === names.sort().join();
const PROPERTY = /^--(paper|surface|surface-2|ink|ink-2|ink-3|line|rule|radius|sans)$/;
/** A value that sets one property and cannot end the declaration, fetch anything or name another property. */
const isHarmless = (value) => typeof value === 'string' && value.length <= 120 && !/[;{}\\<>@!]|url|var|expression|image/i.test(value);

/** Whether what came of a message is of a form that may come of one. */
function isAllowed(said) {
  if (said === undefined) return true;
  switch (said.command) {
    case 'report':
      return isOf(said, 'command');
    case 'theme':
      return isOf(said, 'command', 'theme') && ['light', 'dark', 'system'].includes(said.theme);
    case 'lang':
      return isOf(said, 'command', 'lang') && ['zh', 'en'].includes(said.lang);
    case 'goto':
      return isOf(said, 'command', 'event') && (said.event === 'end' || (Number.isInteger(said.event) && said.event >= 0 && said.event <= 100_000));
    case 'style':
      return isOf(said, 'command', 'style') && said.style.length <= 40 && said.style.every(([name, value]) => PROPERTY.test(name) && isHarmless(value));
    default:
      return false;
  }
}

/** Says what is wrong with a message's treatment, or nothing. */
function wrongWith(message) {
  try {
    const said = readCommand(message);
    if (!isAllowed(said)) return `let through as ${JSON.stringify(said)}`;
    for (const id of ['', 'a']) {
      if (typeof isPymWidth(id, message) !== 'boolean') return 'neither a Pym message nor none';
    }
    const [name, value] = Array.isArray(message) ? message : [message, message];
    const pair = readStyle(name, value);
    return pair === undefined || (PROPERTY.test(pair[0]) && isHarmless(pair[1])) ? undefined : `a style ${pair}`;
  } catch (error) {
    return `threw ${error}`;
  }
}

const { values } = parseArgs({ options: { cases: { type: 'string', default: '1000000' }, seed: { type: 'string', default: '1' } } });
const [cases, random] = [Number(values.cases), numbers(Number(values.seed))];
let [obeyed, bad] = [0, 0];
for (let n = 0; n < cases + KNOWN.length; n += 1) {
  const message = n < KNOWN.length ? KNOWN[n] : messageOf(random);
  const wrong = wrongWith(message);
  if (readCommandSafely(message) !== undefined) obeyed += 1;
  if (wrong === undefined) continue;
  bad += 1;
  if (bad <= 5) console.error(`message, seed ${values.seed}, case ${n}: ${wrong}`, message);
}
function readCommandSafely(message) {
  try {
    return readCommand(message);
  } catch {
    return undefined;
  }
}
console.log(`fuzz: message: ${cases} cases, seed ${values.seed}: ${obeyed} valid, ${bad} at fault`);
if (bad > 0 || obeyed * 50 < cases) process.exitCode = 1;
