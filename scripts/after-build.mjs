// trunk's post_build hook: what becomes of a release build once trunk has made it, in order. One hook, because trunk runs
// those of a stage side by side. A debug build (trunk serve) is left as it is, and needs no npm tools.
// Owns the order. Not here: any of the steps.
const dir = process.env.TRUNK_STAGING_DIR;
if (dir && process.env.TRUNK_PROFILE === 'release') {
  await import('./shrink.mjs');
  const { nameByContent } = await import('./names.mjs');
  nameByContent(dir);
  const { makePages } = await import('./pages.mjs');
  makePages(dir);
  // Last: it takes down every file as it is.
  const { makeOffline } = await import('./offline.mjs');
  makeOffline(dir);
}
