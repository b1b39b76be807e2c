// axe finds nothing against WCAG 2.2 A and AA: two lessons with their answers shown, and the lab, in either language,
// either theme, on a phone and on a desk.
import { AxeBuilder } from '@axe-core/playwright';
import assert from 'node:assert/strict';
import { describe } from 'node:test';
import { spec } from './page.mjs';

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** A violation in a line: the rule, and the first places that break it. */
function short({ id, help, nodes }) {
  const places = nodes.slice(0, 4).map((node) => `${node.target.join(' ')} (${node.any[0]?.message ?? node.all[0]?.message ?? ''})`);
  return `${id}: ${help}: ${nodes.length} × ${places.join('; ')}`;
}

async function findsNothing(page) {
  const { violations, passes } = await new AxeBuilder({ page: page.page }).withTags(TAGS).analyze();
  assert.ok(passes.length > 10, 'axe looked at something');
  assert.deepEqual(violations.map(short), []);
}

for (const lang of ['zh', 'en']) {
  for (const colorScheme of ['light', 'dark']) {
    for (const width of [390, 1280]) {
      describe(`axe: ${lang}, ${colorScheme}, ${width} px`, () => {
        const options = { lang, colorScheme, viewport: { width, height: 844 } };
        for (const place of ['lesson-1', 'lesson-3']) {
          spec(place, { ...options, place }, async (page) => {
            await page.press(page.words.showAnswer);
            await page.toEnd();
            await findsNothing(page);
          });
        }
        spec('lab', { ...options, place: 'lab' }, async (page) => {
          await page.sentences.nth(2).click();
          await page.chips.first().waitFor();
          await page.openJson();
          await findsNothing(page);
        });
      });
    }
  }
}
