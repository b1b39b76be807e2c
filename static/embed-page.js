// The page's side of an embedded figure (`?embed=1`), loaded then alone: tells the embedding page the figure's height and
// where its cursor stands, and does what the embedding page asks for. Owns the messages (docs/embedding.md lists them),
// what they may say, and the style sheet of the embedded figure.
//
// Deliberately absent: anything of the figure itself, which the program draws; it is read and used here as a reader
// does, by its scrubber and its buttons. What a message says is data, never code or markup, and what is not known is ignored.

/** What every message of ours says it is. */
export const TYPE = 'idempotency-explainer';
export const VERSION = 1;

/** The host's properties and the page's own that they set. The hues of keys and of broken promises are the notation, and stay. */
const COLOURS = ['paper', 'surface', 'surface-2', 'ink', 'ink-2', 'ink-3', 'line', 'rule'];
const FONTS = {
  sans: 'Arial, "PingFang SC", "Noto Sans CJK SC", "Microsoft YaHei", sans-serif',
  serif: 'Georgia, "Times New Roman", "Songti SC", "Noto Serif CJK SC", SimSun, serif',
  system: 'system-ui, sans-serif',
};
const COLOUR =
  /^(?:#(?:[\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|(?!(?:inherit|initial|unset|revert|transparent|currentcolor)$)[a-z]{3,24}|(?:rgb|hsl|hwb|lab|lch|oklab|oklch)a?\([\d.,%/ a-z+-]{1,60}\))$/i;
const LENGTH = /^(?:0|\d{1,2}(?:\.\d{1,3})?(?:px|em|rem))$/;

/**
 * One `--ie-…` property of the host: the page's property and its value (empty takes it back), or undefined where the
 * name or the value is not one that the page knows.
 */
export function readStyle(name, value) {
  if (typeof name !== 'string' || typeof value !== 'string' || value.length > 80) return undefined;
  const own = /^--ie-([a-z0-9-]{1,12})$/.exec(name)?.[1];
  const said = value.trim();
  if (COLOURS.includes(own)) return said === '' || COLOUR.test(said) ? [`--${own}`, said] : undefined;
  if (own === 'radius') return said === '' || LENGTH.test(said) ? ['--radius', said] : undefined;
  if (own !== 'font') return undefined;
  if (said === '') return ['--sans', ''];
  return Object.hasOwn(FONTS, said) ? ['--sans', FONTS[said]] : undefined;
}

/** Reads a message of the embedding page: a command with its checked operand, or undefined for everything else. */
export function readCommand(data) {
  if (typeof data !== 'object' || data === null || data.type !== TYPE || data.v !== VERSION) return undefined;
  const { command } = data;
  if (command === 'report') return { command };
  if (command === 'theme' && ['light', 'dark', 'system'].includes(data.theme)) return { command, theme: data.theme };
  if (command === 'lang' && ['zh', 'en'].includes(data.lang)) return { command, lang: data.lang };
  if (command === 'goto') {
    const { at } = data;
    const isPlace = at === 'end' || (Number.isInteger(at) && at >= 0 && at <= 100_000);
    return isPlace ? { command, at } : undefined;
  }
  if (command !== 'style' || typeof data.style !== 'object' || data.style === null) return undefined;
  const known = Object.keys(data.style).slice(0, 40).map((name) => readStyle(name, data.style[name]));
  return { command, style: known.filter((pair) => pair !== undefined) };
}

/** Pym.js's height message. `id` is the query's `childId`; without one Pym joins nothing, and so do we. */
export const pymHeight = (id, height) => ['pym', id, 'height', height].join('xPYMx');

/** Whether a message is Pym.js's word on the frame's width, which a Pym child answers with its height. */
export const isPymWidth = (id, data) => typeof data === 'string' && data.startsWith(['pym', id, 'width', ''].join('xPYMx'));

/** Whether a colour, however it is written, is nearer to black than to white. */
function isDark(colour) {
  const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
  return 0.299 * red + 0.587 * green + 0.114 * blue < 128;
}

class EmbeddedPage {
  constructor() {
    this.root = document.documentElement;
    this.query = new URLSearchParams(location.search);
    this.pymId = (this.query.get('childId') ?? '').slice(0, 200);
    /** Whether there is somebody to talk to: the address may have been opened by itself. */
    this.isFramed = parent !== window;
    this.isStyled = false;
    this.isReady = false;
    this.hasFailed = false;
    this.height = 0;
    this.cursor = '';
    this.waiting = [];
  }

  start() {
    const sheet = document.createElement('link');
    sheet.rel = 'stylesheet';
    sheet.href = new URL('embed.css', import.meta.url).href;
    // Without its styles the figure has another height.
    sheet.onload = sheet.onerror = () => {
      this.isStyled = true;
      this.sendHeight(false);
    };
    document.head.append(sheet);
    const theme = this.query.get('theme');
    this.theme = theme === 'light' || theme === 'dark' ? theme : 'system';
    this.style([...this.query].map(([name, value]) => readStyle(`--${name}`, value)).filter(Boolean));
    if (this.isFramed) addEventListener('message', (event) => event.source === parent && this.hear(event.data));
    if (document.body) this.watch();
    else addEventListener('DOMContentLoaded', () => this.watch());
  }

  watch() {
    // The body is as high as what stands in it, whatever the frame's height is.
    new ResizeObserver(() => this.sendHeight(false)).observe(document.body);
    // Not at once: what a change has drawn is marked after it.
    let isLooking = false;
    const changes = new MutationObserver(() => {
      if (isLooking) return;
      isLooking = true;
      setTimeout(() => {
        isLooking = false;
        this.look();
      });
    });
    const attributeFilter = ['aria-valuetext', 'max', 'hidden'];
    changes.observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter });
    changes.observe(this.root, { attributes: true, attributeFilter: ['class'] });
    this.look();
  }

  send(event, more = {}) {
    if (this.isFramed) parent.postMessage({ type: TYPE, v: VERSION, event, ...more }, '*');
  }

  /** Whether what stands there is not the figure yet, but what is said while it loads. */
  get isLoading() {
    return !this.isReady && !this.hasFailed;
  }

  sendHeight(isAsked) {
    if (!this.isFramed || !document.body || !this.isStyled || this.root.classList.contains('is-loading')) return;
    const height = Math.ceil(document.body.getBoundingClientRect().height);
    if (height === 0 || (height === this.height && !isAsked)) return;
    // The host may have reserved the figure's height: a frame that is high enough is left so until the figure is there.
    if (this.isLoading && height <= innerHeight) return;
    this.height = height;
    this.send('height', { height });
    parent.postMessage(pymHeight(this.pymId, height), '*');
    parent.postMessage({ sentinel: 'amp', type: 'embed-size', height }, '*');
  }

  /** The figure's scrubber, once the program that draws it is there; a still figure's cannot be moved. */
  get scrubber() {
    return this.root.classList.contains('is-loading') ? null : document.querySelector('#scrubber:not(:disabled)');
  }

  /** Tells what has changed since the last look. */
  look() {
    if (!this.hasFailed && ['boot-fail', 'not-loaded', 'stopped'].some((id) => document.getElementById(id)?.hidden === false)) {
      this.hasFailed = true;
      this.send('failed');
      this.sendHeight(true);
      this.standStill();
    }
    const scrubber = this.scrubber;
    if (!scrubber) return;
    const [at, of] = [Number(scrubber.value), Number(scrubber.max)];
    const cursor = `${at} ${of}`;
    const hasMoved = cursor !== this.cursor;
    this.cursor = cursor;
    if (!this.isReady) {
      this.isReady = true;
      this.report();
      this.waiting.splice(0).forEach((command) => this.obey(command));
    } else if (hasMoved) {
      this.send('moved', { at, of });
      if (at === of) this.send('ended', { at, of });
    }
  }

  /** Where the figure cannot be drawn, the lesson's own page has it still. Not every build has those pages. */
  async standStill() {
    const asked = location.hash.slice(1) || this.query.get('lesson') || '';
    const { place } = this.root.dataset;
    if (!place || place === asked || !/^lesson-[1-7]$/.test(asked)) return;
    const page = new URL(`${asked}.${this.root.lang.slice(0, 2)}.html`, document.baseURI);
    const there = await fetch(page, { method: 'HEAD' }).then(({ ok }) => ok, () => false);
    page.search = location.search;
    if (there) location.replace(page);
  }

  /** What is so now. */
  report() {
    const [at, of] = this.cursor.split(' ').map(Number);
    if (this.isReady) this.send('ready', { lang: this.root.lang.slice(0, 2), at, of });
    this.sendHeight(true);
  }

  hear(data) {
    if (isPymWidth(this.pymId, data)) this.sendHeight(true);
    const command = readCommand(data);
    if (command === undefined) return;
    const needsFigure = command.command === 'lang' || command.command === 'goto';
    if (needsFigure && !this.isReady) {
      if (this.waiting.length < 20) this.waiting.push(command);
    } else {
      this.obey(command);
    }
  }

  obey(said) {
    switch (said.command) {
      case 'theme':
        this.theme = said.theme;
        this.paint();
        break;
      case 'style':
        this.style(said.style);
        break;
      case 'lang':
        document.querySelector(`#em-languages [lang|="${said.lang}"]`)?.click();
        break;
      case 'goto': {
        const scrubber = this.scrubber;
        if (!scrubber) break;
        scrubber.value = said.at === 'end' ? scrubber.max : String(said.at);
        scrubber.dispatchEvent(new Event('input', { bubbles: true }));
        break;
      }
      default:
        this.report();
    }
  }

  /** Sets the page's own properties; a colour that the browser does not know would take the page's away. */
  style(pairs) {
    for (const [name, value] of pairs) {
      if (value === '') this.root.style.removeProperty(name);
      else if (!COLOURS.includes(name.slice(2)) || CSS.supports('color', value)) this.root.style.setProperty(name, value);
    }
    this.paint();
  }

  /** Light or dark: as said, else as the host's paper is, which the other colours have to stand on, else the system's. */
  paint() {
    const paper = this.root.style.getPropertyValue('--paper');
    const theme = this.theme === 'system' && paper ? (isDark(paper) ? 'dark' : 'light') : this.theme;
    if (theme === 'system') this.root.removeAttribute('data-theme');
    else this.root.setAttribute('data-theme', theme);
  }
}

// Not where the reading alone is wanted, as in its tests.
if (typeof document === 'object') new EmbeddedPage().start();
