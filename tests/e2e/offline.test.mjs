// The page with its service worker: offline after the first visit, whole through a deploy, gone when asked to go, and no
// loss where it is refused. Every test has a site of its own on a free port, so that it can be stopped and deployed anew.
import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, readdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { runInNewContext } from 'node:vm';
import { launchBrowser } from '../../scripts/browser.mjs';
import { nameByContent } from '../../scripts/names.mjs';
import { makeOffline } from '../../scripts/offline.mjs';
import { serveDist } from '../../scripts/serve-dist.mjs';
import { eventually } from './page.mjs';
import { WORDS } from './words.mjs';

const ROOT = new URL('../../', import.meta.url).pathname;
const DIST = process.env.DIST ?? join(ROOT, 'dist');
/** The worker is registered three seconds after the start. */
const PATIENCE = 20_000;

let browser;
let folder;
/** A later version of the page: marked as such, with a lab that is too. */
let later;

before(async () => {
  browser = await launchBrowser({ args: ['--host-resolver-rules=MAP insecure.test 127.0.0.1'] });
  folder = await mkdtemp(join(tmpdir(), 'offline-'));
  later = await changed('later', async (dir) => {
    await edit(join(dir, 'index.html'), (html) => html.replace('<html ', '<html data-is="later" '));
    await edit(join(dir, await labOf(dir)), (code) => `${code};document.documentElement.dataset.lab+=" later"`);
    nameByContent(dir);
  });
});
after(async () => {
  await browser?.close();
  if (folder) await rm(folder, { recursive: true });
});

const edit = async (file, change) => writeFile(file, change(await readFile(file, 'utf8')));
const labOf = async (dir) => (await readdir(dir)).find((name) => /^lab-.*\.js$/.test(name));

/** A copy of the built page, changed, with the sw.js that belongs to it. */
async function changed(name, change) {
  const dir = join(folder, name);
  await cp(DIST, dir, { recursive: true });
  await change(dir);
  makeOffline(dir);
  return dir;
}

/** A web server with the page, and a browser profile that has never seen it. */
class Site {
  static async open(context = {}) {
    const site = new Site();
    site.live = join(await mkdtemp(join(folder, 'site-')), 'live');
    await site.deploy(DIST);
    site.server = await serveDist({ dir: site.live });
    site.context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...context });
    site.context.setDefaultTimeout(PATIENCE);
    site.faults = [];
    return site;
  }
  /** Puts another version in the place of the one that is served, at once. */
  async deploy(dir) {
    await symlink(dir, `${this.live}.new`);
    await rename(`${this.live}.new`, this.live);
  }
  async stop() {
    await this.server.close();
  }
  async close() {
    await this.context.close();
    await this.server.close();
  }
  get url() {
    return this.server.url;
  }
  /** Opens an address below the page's, and waits for the page to start. */
  async visit(rest = '?lang=en#lesson-1', page = undefined) {
    const opened = page ?? (await this.newPage());
    await opened.goto(this.url + rest);
    await opened.locator('#board').waitFor();
    return opened;
  }
  async newPage() {
    const page = await this.context.newPage();
    page.on('console', (message) => message.type() === 'error' && this.faults.push(message.text()));
    page.on('pageerror', (error) => this.faults.push(error.message));
    return page;
  }
  /** A first visit, until the offline copy is there. */
  async visitAndKeep() {
    const page = await this.visit();
    await page.waitForFunction(() => navigator.serviceWorker.controller);
    return page;
  }
}

/** A test with a site; it fails as well if a page logs an error. */
function spec(name, options, body) {
  const { expects = [], ...context } = options;
  it(name, { timeout: 90_000 }, async () => {
    const site = await Site.open(context);
    try {
      await body(site);
      assert.deepEqual(site.faults.filter((fault) => !expects.some((pattern) => pattern.test(fault))), [], 'console errors');
    } finally {
      await site.close();
    }
  });
}

const caches = (page) => page.evaluate(() => globalThis.caches.keys());
const workers = (page) => page.evaluate(() => navigator.serviceWorker.getRegistrations().then((all) => all.length));
const openLab = async (page, lang = 'en') => {
  await page.getByRole('button', { name: WORDS[lang].lab, exact: true }).first().click();
  await page.locator('#intent-record').waitFor({ state: 'attached' });
};
const isLater = (page) => page.evaluate(() => document.documentElement.dataset.is === 'later');
const hasLaterLab = (page) => page.evaluate(() => document.documentElement.dataset.lab.endsWith(' later'));
/** What a fetch of the page comes to: its status, or that there is no network. */
const fetched = (page, path, init) =>
  page.evaluate(([to, how]) => fetch(to, how).then((answer) => answer.status, () => 'no network'), [path, init]);
/** Time in which a worker that must not come would have come. */
const noWorker = async (page) => {
  await page.waitForTimeout(4_500);
  assert.equal(await workers(page), 0);
};

describe('after a first visit, without a server', () => {
  for (const lang of ['zh', 'en']) {
    spec(`the page starts, lessons, lab and incidents open (${lang})`, {}, async (site) => {
      const page = await site.visitAndKeep();
      await site.stop();
      await site.visit(`?lang=${lang}#lesson-1`, page);
      await page.reload();
      await page.locator('#board').waitFor();
      assert.equal(await page.evaluate(() => document.documentElement.lang.slice(0, 2)), lang);
      await openLab(page, lang);
      for (const place of ['lesson-6', 'case-c05', 'lesson-3']) await site.visit(`index.html?lang=${lang}#${place}`, page);
    });
  }

  spec('only what the copy holds is answered', { expects: [/ERR_CONNECTION_REFUSED/] }, async (site) => {
    const page = await site.visitAndKeep();
    const file = 'incidents/index.json';
    const rows = [
      [200, file],
      [200, file, { headers: { accept: 'application/json' } }],
      ['no network', `${file}?fresh`],
      ['no network', file, { headers: { range: 'bytes=0-9' } }],
      ['no network', file, { method: 'POST' }],
      ['no network', file, { method: 'HEAD' }],
      ['no network', 'incidents/none.json'],
      ['no network', 'constructor'],
      ['no network', `/${file}`],
    ];
    await site.stop();
    for (const [wanted, path, init] of rows) assert.equal(await fetched(page, path, init), wanted, `${path} ${JSON.stringify(init)}`);
  });
});

describe('a deploy while the page is open', () => {
  spec('leaves it its own lab; the new version comes when every tab was closed', {}, async (site) => {
    const page = await site.visitAndKeep();
    const second = await site.visit();
    await site.deploy(later);
    await openLab(page);
    assert.equal(await hasLaterLab(page), false);
    await second.reload();
    await second.locator('#board').waitFor();
    assert.equal(await isLater(second), false, 'the other tab is still of the old version');
    await eventually(() => second.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)), assert.ok);
    assert.equal((await caches(page)).length, 2, 'the new version is whole before the old one goes');
    await page.close();
    await second.close();
    await eventually(
      async () => {
        const third = await site.visit();
        const found = [await isLater(third), (await caches(third)).length];
        if (found[0]) await openLab(third);
        if (found[0]) assert.equal(await hasLaterLab(third), true);
        await third.close();
        return found;
      },
      (found) => assert.deepEqual(found, [true, 1], 'new, and the old cache is gone'),
    );
  });

  spec('before there is a copy: the page says so, and a reload brings the new one', { expects: [/404/] }, async (site) => {
    const page = await site.visit('?lang=en&sw=off#lesson-1');
    await site.deploy(later);
    await page.getByRole('button', { name: WORDS.en.lab, exact: true }).first().click();
    const notice = page.locator('#not-loaded');
    await notice.waitFor();
    assert.match(await notice.innerText(), /新版本[^]*There may be a new version, or no network: reload this page/);
    assert.ok(await page.locator('#board').isVisible(), 'the lesson is still there');
    await notice.getByRole('button').click();
    await page.locator('#intent-record').waitFor({ state: 'attached' });
    assert.deepEqual([await isLater(page), await hasLaterLab(page)], [true, true]);
  });

  spec('to a host that keeps the files of the last version works without a copy', {}, async (site) => {
    const page = await site.visit('?lang=en&sw=off#lesson-1');
    const both = join(folder, 'both');
    await cp(DIST, both, { recursive: true });
    await cp(later, both, { recursive: true });
    await site.deploy(both);
    await openLab(page);
    assert.equal(await hasLaterLab(page), false);
  });
});

describe('a copy that cannot be made whole', () => {
  const broken = {
    'a file is missing': (dir) => rm(join(dir, 'incidents/index.json')),
    'a file is of another version': (dir) => edit(join(dir, 'index.html'), (html) => `${html} `),
  };
  for (const [name, harm] of Object.entries(broken)) {
    spec(`is not made (${name}), and is once it can be`, { expects: [/404|integrity/] }, async (site) => {
      const dir = join(folder, name.replaceAll(' ', '-'));
      await cp(DIST, dir, { recursive: true });
      await harm(dir);
      await site.deploy(dir);
      const page = await site.visit();
      await page.waitForTimeout(5_000);
      assert.deepEqual([await workers(page), await caches(page)], [0, []]);
      await openLab(page);
      await site.deploy(DIST);
      await page.close();
      await site.visitAndKeep();
    });
  }

  spec('leaves the old version as it was', { expects: [/404|integrity/] }, async (site) => {
    const page = await site.visitAndKeep();
    const dir = join(folder, 'later-and-broken');
    await cp(later, dir, { recursive: true });
    await rm(join(dir, 'incidents/index.json'));
    await site.deploy(dir);
    await page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => one.update()).catch(() => {}));
    await eventually(
      () => page.evaluate(() => navigator.serviceWorker.getRegistration().then((one) => !one.installing && !one.waiting)),
      assert.ok,
    );
    assert.equal((await caches(page)).length, 1);
    await site.stop();
    await page.reload();
    await openLab(page);
    assert.equal(await hasLaterLab(page), false);
  });
});

describe('the way out', () => {
  spec('?sw=off removes worker and copy, says so, and stays out', {}, async (site) => {
    const page = await site.visitAndKeep();
    await page.goto(`${site.url}?sw=off`);
    assert.match(await page.locator('body').innerText(), /离线副本已删除[^]*keeps no offline copy/);
    await page.getByRole('link', { name: 'Open it without one' }).click();
    await page.locator('#board').waitFor();
    assert.equal(await page.evaluate(() => navigator.serviceWorker.controller), null);
    await noWorker(page);
    assert.deepEqual(await caches(page), []);
  });

  spec('works without a server too, and leads back to a copy', {}, async (site) => {
    const page = await site.visitAndKeep();
    await site.stop();
    await page.goto(`${site.url}?lang=en&sw=off#lab`);
    const asUsual = page.getByRole('link', { name: 'as usual' });
    const port = Number(new URL(site.url).port);
    site.server = await serveDist({ dir: site.live, port });
    await asUsual.click();
    await page.waitForFunction(() => navigator.serviceWorker.controller);
  });

  spec('leaves another copy of the page on the same origin alone', {}, async (site) => {
    await site.stop();
    const root = join(folder, 'two');
    await cp(DIST, join(root, 'a'), { recursive: true });
    await cp(DIST, join(root, 'a/b'), { recursive: true });
    await writeFile(join(root, 'index.html'), '');
    site.server = await serveDist({ dir: root, base: '/' });
    for (const place of ['a/', 'a/b/']) {
      const page = await site.visit(place);
      await page.waitForFunction((scope) => navigator.serviceWorker.controller?.scriptURL.endsWith(scope), `${place}sw.js`);
      assert.equal((await caches(page)).length, place === 'a/' ? 1 : 2);
      await page.close();
    }
    const page = await site.newPage();
    await page.goto(`${site.url}a/?sw=off`);
    await page.goto(`${site.url}a/b/`);
    assert.equal((await caches(page)).length, 1);
    await site.stop();
    await page.reload();
    await page.locator('#board').waitFor();
  });

  spec('for a host: deploy/sw-off.js in the place of sw.js', {}, async (site) => {
    const page = await site.visitAndKeep();
    const dir = join(folder, 'switched-off');
    await cp(later, dir, { recursive: true });
    await cp(join(ROOT, 'deploy/sw-off.js'), join(dir, 'sw.js'));
    await site.deploy(dir);
    await page.reload();
    await eventually(() => caches(page), (left) => assert.deepEqual(left, []));
    await page.reload();
    await page.locator('#board').waitFor();
    assert.deepEqual([await isLater(page), await page.evaluate(() => navigator.serviceWorker.controller)], [true, null]);
  });
});

describe('where it is refused, nothing is lost and nothing is logged', () => {
  const refusing = {
    'no such thing': () => Object.defineProperty(Navigator.prototype, 'serviceWorker', { get: () => undefined }),
    'its mention is an error': () =>
      Object.defineProperty(Navigator.prototype, 'serviceWorker', {
        get: () => {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      }),
    'registering is an error': () => {
      ServiceWorkerContainer.prototype.register = () => Promise.reject(new DOMException('denied', 'SecurityError'));
    },
  };
  for (const [name, refuse] of Object.entries(refusing)) {
    spec(name, {}, async (site) => {
      await site.context.addInitScript(refuse);
      const page = await site.visit();
      await page.waitForTimeout(4_000);
      await openLab(page);
      assert.deepEqual(await caches(page), []);
    });
  }

  spec('an origin that is not secure', {}, async (site) => {
    const page = await site.newPage();
    await page.goto(site.url.replace('127.0.0.1', 'insecure.test'));
    await page.locator('#board').waitFor();
    assert.equal(await page.evaluate(() => 'serviceWorker' in navigator), false);
    await page.waitForTimeout(4_000);
    await openLab(page, 'en');
  });

  it('a reader who saves data: no file is fetched', async () => {
    const handlers = {};
    const fetched = [];
    const self = { registration: { scope: 'https://host.test/' }, addEventListener: (name, does) => (handlers[name] = does) };
    const caches = { delete: async () => {}, open: async () => ({ put: async () => {} }) };
    const fetch = async (url) => (fetched.push(url), { ok: true });
    const code = await readFile(join(DIST, 'sw.js'), 'utf8');
    const install = async (saveData) => {
      runInNewContext(code, { self, caches, fetch, URL, navigator: { connection: { saveData } } });
      let outcome;
      handlers.install({ waitUntil: (promise) => (outcome = promise) });
      await outcome;
      return fetched.length;
    };
    await assert.rejects(install(true), /save data/);
    assert.equal(fetched.length, 0);
    assert.ok((await install(false)) > 50);
  });

  for (const rest of ['?lang=en&embed=1#lesson-1', '?embed=1', '?sw=off&lang=en']) {
    spec(`asked for with ${rest}`, {}, async (site) => {
      const page = await site.visit(rest);
      await noWorker(page);
    });
  }

  spec('in a frame', {}, async (site) => {
    const page = await site.newPage();
    const body = '<link rel="icon" href="data:,"><iframe src="./"></iframe>';
    await page.route('**/host', (route) => route.fulfill({ contentType: 'text/html', body }));
    await page.goto(`${site.url}host`);
    await page.frameLocator('iframe').locator('#board').waitFor();
    await noWorker(page);
  });
});
