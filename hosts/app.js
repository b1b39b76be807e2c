// The course's page around the figure: which lesson, which language, and how far the reader is.
import { h, reactive } from 'vue';
import LessonFigure from './LessonFigure.vue';

export default {
  setup() {
    const shown = reactive({ lesson: '1', lang: 'en', theme: 'light' });
    const place = reactive({ at: 0, of: 0 });
    const moved = (detail) => Object.assign(place, detail);
    const button = (words, change) => h('button', { type: 'button', onClick: () => Object.assign(shown, change) }, words);
    return () =>
      h('div', [
        h('p', [button('中文', { lang: 'zh' }), button('Dark', { theme: 'dark' }), button('Lesson 6', { lesson: '6' })]),
        h(LessonFigure, { ...shown, onMoved: moved }),
        h('p', { id: 'place' }, `${place.at} / ${place.of}`),
      ]);
  },
};
