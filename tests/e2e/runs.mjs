// What each part of each lesson has to end in, derived from the normative scenarios that it shows. Counts are what a
// person reads off: meant, attempts, made, replays, refused. `lessons.test.mjs` holds this table against the scenarios'
// own `expect` and the page against this table.
// Not here: words.

/** One world: the file (null: the scenario is the page's own), its counts, and its verdict line by line. */
const world = (file, counts, ...verdict) => ({ file, counts, verdict });
const fine = (intents, effects) => ['fine', intents, effects];
const replays = (n) => ['replays', n];
const settled = ['settled'];
const unknown = ['unknown', 1];

/** `rows`: how many events the figure has; `at`: where the cursor stands if not at the end. */
const part = (rows, worlds, at) => ({ rows, worlds, at });

const file01 = world('01', [1, 3, 1, 2, 0], fine(1, 1), replays(2), settled);
const file02 = world('02', [1, 2, 1, 0, 0], fine(1, 1), settled);
const file03 = world('03', [1, 2, 2, 0, 0], ['newKey']);
const file12 = world('12', [1, 2, 2, 0, 0], ['expired']);

export const LESSONS = [
  {
    opening: part(33, [world('02', [1, 1, 0, 0, 0]), world('01', [1, 1, 1, 0, 0])], { n: 14, time: '2.000' }),
    answer: part(33, [world('02', [1, 2, 1, 0, 0]), world('01', [1, 2, 1, 1, 0])], { n: 27, time: '30.110' }),
    changes: [
      part(33, [file02, file01]),
      part(27, [world(null, [1, 2, 1, 0, 0], fine(1, 1), settled), file03]),
      part(14, [
        world(null, [1, 1, 0, 0, 0], fine(1, 0), unknown),
        world('32', [1, 1, 1, 0, 0], fine(1, 1), unknown),
      ]),
    ],
  },
  {
    opening: part(26, [file03]),
    answer: part(22, [world('05', [2, 2, 1, 1, 0], ['falseBelief'])]),
    changes: [
      part(26, [world('04', [2, 2, 2, 0, 0], fine(2, 2), settled)]),
      part(26, [world('33', [1, 2, 2, 0, 0], ['newKey'])]),
    ],
  },
  {
    opening: part(34, [world('06', [1, 4, 1, 2, 1], fine(1, 1), replays(2), settled)]),
    answer: part(21, [world('29', [1, 2, 1, 0, 1], fine(1, 1), unknown)]),
    changes: [
      part(29, [world(null, [1, 3, 1, 1, 1], fine(1, 1), replays(1), settled)]),
      part(20, [world('07', [1, 2, 1, 0, 1], fine(1, 1), settled)]),
    ],
  },
  {
    opening: part(20, [world('10', [1, 2, 2, 0, 0], ['race'], ['twoAnswers'])]),
    answer: part(26, [world('08', [1, 3, 1, 1, 1], fine(1, 1), replays(1), settled)]),
    changes: [
      part(20, [world('09', [1, 2, 1, 1, 0], fine(1, 1), replays(1), settled)]),
      part(20, [world('25', [1, 2, 1, 0, 1], fine(1, 1), settled)]),
      part(20, [world('24', [1, 2, 1, 1, 0], fine(1, 1), replays(1), settled)]),
    ],
  },
  {
    opening: part(25, [file12]),
    answer: part(27, [file12, world('41', [1, 2, 1, 1, 0], fine(1, 1), replays(1), settled)]),
    changes: [
      part(20, [world('11', [1, 2, 1, 1, 0], fine(1, 1), replays(1), settled)]),
      part(31, [world('40', [1, 3, 2, 1, 0], ['expired'])]),
    ],
  },
];

/** Links to runs in the lessons' texts (`after`: in the text of a change), and the part that each opens. */
export const LINKS = [
  { lesson: 0, run: '01', after: 0, shows: (lesson) => lesson.answer },
  { lesson: 1, run: '05', shows: (lesson) => lesson.answer },
  { lesson: 2, run: '07', shows: (lesson) => lesson.changes[1] },
  { lesson: 3, run: '10', shows: (lesson) => lesson.opening },
  { lesson: 4, run: '41', shows: (lesson) => lesson.answer },
];
