import { appendFileSync } from 'node:fs';
import { landedFile, missingLines } from './migrations';

/** npm run note:db: writes new migrations into migrations/landed.txt, which keeps them from being edited or renumbered once they are on main. */
const lines = missingLines();
appendFileSync(landedFile, lines.join(''));
console.log(lines.length === 0 ? 'every migration is noted' : `noted:\n${lines.join('')}`);
