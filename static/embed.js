// `<idempotency-explainer lesson lang theme src>`: the figure of a lesson inside somebody else's page. Owns the frame, its
// height and the messages to and from it; docs/embedding.md is its guide. A plain script without dependencies:
//
//   <script async src="https://example.org/retry/embed.js"></script>
//   <idempotency-explainer lesson="1"><a href="https://example.org/retry/#lesson-1">Lesson 1</a></idempotency-explainer>
//
// Deliberately absent: the figure (the page in the frame draws it), anything loaded before the frame comes near the view.
(() => {
  const NAME = 'idempotency-explainer';
  const VERSION = 1;
  const EVENTS = ['ready', 'height', 'moved', 'ended', 'failed'];
  const STYLE = ['paper', 'surface', 'surface-2', 'ink', 'ink-2', 'ink-3', 'line', 'rule', 'radius', 'font'];
  /** The figures' heights in pixels, lesson by lesson: in a frame of 600 pixels or more, and in a narrower one. So much is
   * reserved, and what stands below moves little when the figure is there. */
  const HEIGHTS = [[1888, 2181], [1471, 1648], [1866, 2054], [1235, 1423], [1488, 1676], [1276, 1442], [1363, 1540]];
  const script = document.currentScript;
  if (customElements.get(NAME)) return;

  // A constructed sheet is allowed where a policy forbids inline styles.
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(
    ':host{display:block}:host([hidden]){display:none}iframe{display:block;width:100%;max-height:var(--ie-max-height,none);border:0}',
  );
  const dark = matchMedia('(prefers-color-scheme: dark)');

  class IdempotencyExplainer extends HTMLElement {
    static observedAttributes = ['lesson', 'lang', 'theme', 'src'];
    #frame = null;
    #origin = '';
    #isReady = false;
    /** Commands from before there is a figure that could obey. */
    #waiting = [];

    constructor() {
      super();
      this.attachShadow({ mode: 'open' }).adoptedStyleSheets = [sheet];
    }

    connectedCallback() {
      addEventListener('message', this);
      dark.addEventListener('change', this);
      this.#frame = document.createElement('iframe');
      this.#frame.part = 'frame';
      this.#frame.loading = 'lazy';
      this.#load();
      this.shadowRoot.replaceChildren(this.#frame);
    }

    disconnectedCallback() {
      removeEventListener('message', this);
      dark.removeEventListener('change', this);
      this.#frame.remove();
      this.#frame = null;
      this.#isReady = false;
    }

    attributeChangedCallback(name, before, now) {
      if (!this.#frame || before === now) return;
      if (!this.#isReady || name === 'lesson' || name === 'src') return this.#load();
      this.#name();
      this.send(name, name === 'lang' ? { lang: this.#language } : { theme: this.#theme });
    }

    /** Moves the figure's cursor after so many events, or to the `'end'`. */
    goto(at) {
      this.send('goto', { at });
    }

    /** Hands the `--ie-…` properties over again, after a class or a style of the page around has changed. */
    restyle() {
      this.send('style', { style: Object.fromEntries(this.#style()) });
    }

    /** Sends a command; docs/embedding.md lists them. */
    send(command, more) {
      if (!this.#isReady) this.#waiting.push([command, more]);
      else this.#frame.contentWindow.postMessage({ type: NAME, v: VERSION, command, ...more }, this.#origin);
    }

    handleEvent({ type, source, origin, data }) {
      if (type === 'change') return this.restyle();
      if (source !== this.#frame.contentWindow || origin !== this.#origin) return;
      if (data?.type !== NAME || data.v !== VERSION || !EVENTS.includes(data.event)) return;
      const { event, height } = data;
      if (event === 'height') {
        if (!Number.isInteger(height) || height < 1 || height > 100_000) return;
        this.#frame.style.height = `${height}px`;
      }
      const { type: _, v, event: __, ...detail } = data;
      this.dispatchEvent(new CustomEvent(`ie-${event}`, { detail, bubbles: true, composed: true }));
      if (event !== 'ready') return;
      this.#isReady = true;
      this.#waiting.splice(0).forEach((command) => this.send(...command));
    }

    get #place() {
      const lesson = this.getAttribute('lesson') || '1';
      return /^\d+$/.test(lesson) ? `lesson-${lesson}` : lesson;
    }

    get #language() {
      const said = this.lang || this.closest('[lang]')?.lang || navigator.language;
      return /^zh/i.test(said) ? 'zh' : 'en';
    }

    get #theme() {
      const said = this.getAttribute('theme');
      return said === 'light' || said === 'dark' ? said : 'system';
    }

    #style() {
      const computed = getComputedStyle(this);
      return STYLE.map((name) => [`--ie-${name}`, computed.getPropertyValue(`--ie-${name}`).trim()]);
    }

    #name() {
      const number = /^lesson-(\d+)$/.exec(this.#place)?.[1];
      const [title, lesson] =
        this.#language === 'zh' ? ['重试，而不重复：可操作的时序图', `，第 ${number} 课`] : ['Retry without repeating: interactive timeline', `, lesson ${number}`];
      this.#frame.title = number ? title + lesson : title;
    }

    #load() {
      this.#isReady = false;
      this.#name();
      const heights = HEIGHTS[/^lesson-(\d)$/.exec(this.#place)?.[1] - 1] ?? HEIGHTS[1];
      this.#frame.style.height = `var(--ie-height,${heights[+(this.clientWidth < 600)]}px)`;
      const page = new URL(this.getAttribute('src') || '.', this.hasAttribute('src') || !script ? document.baseURI : script.src);
      this.#origin = page.origin;
      const style = this.#style().filter(([, value]) => value);
      const query = [['embed', 1], ['lesson', this.#place], ['lang', this.#language], ['theme', this.#theme], ...style.map(([name, value]) => [name.slice(2), value])];
      page.search = query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&');
      this.#frame.src = page.href;
    }
  }

  customElements.define(NAME, IdempotencyExplainer);
})();
