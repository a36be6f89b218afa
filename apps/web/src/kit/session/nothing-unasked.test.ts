import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/**
 * Nothing opens over a page that nobody asked for (decision 092): what has something to say puts a note into the strip. This looks for the way such dialogs come
 * to be: an effect (so nobody's click) that sets the state by which a dialog, a drawer or a tour is drawn.
 */
const root = join(import.meta.dirname, '../..');

/** Effects that follow a click or an address, each with its reason. */
const asked: Readonly<Record<string, string>> = {
  'shell/menu/search.tsx setOpen': 'Ctrl K, by the one who presses it',
  'modules/rules/alarm-rule/trial-panel.tsx setOpen': 'the list’s 试算 leads to the form with the trial open',
};

/** The text of the parentheses that begin at `at`. */
function inParentheses(text: string, at: number): string {
  let depth = 0;
  for (let i = at; i < text.length; i++) {
    if (text[i] === '(') depth++;
    if (text[i] === ')' && --depth === 0) return text.slice(at, i + 1);
  }
  return text.slice(at);
}

const shell = /<\w*(?:Dialog|Drawer|Modal|Tour|Palette)\b/u;
/** States by which the file draws something that lies over the page. */
function drawnOver(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, state = '', setter = ''] of text.matchAll(/const \[(\w+), (set\w+)\] = useState/gu)) {
    const shown = new RegExp(
      `\\bopen=\\{${state}\\b|\\{${state}\\b[^{}<]{0,40}(?:\\?|&&)\\s*\\(?\\s*${shell.source}`,
      'u',
    );
    if (shown.test(text)) found.set(setter, state);
  }
  return found;
}

/** Effects of a source file that open something over the page, as `setter` names. */
function openedByEffects(text: string): string[] {
  const setters = drawnOver(text);
  if (setters.size === 0) return [];
  const effects = [...text.matchAll(/\buse(?:Layout)?Effect(?=\()/gu)].map(({ index }) =>
    inParentheses(text, text.indexOf('(', index)),
  );
  return [...setters.keys()].filter((setter) =>
    effects.some((effect) =>
      [...effect.matchAll(new RegExp(`\\b${setter}\\(([^)]*)`, 'gu'))].some(
        ([, value = '']) => !/^(?:false|null|undefined|''|\[\])$/u.test(value.trim()),
      ),
    ),
  );
}

test('the guard finds a dialog that an effect opens, and lets those of clicks be', () => {
  const dialog = (effect: string, click: string) => `const [open, setOpen] = useState(false);
    useEffect(() => { ${effect} }, []);
    return <><Button onClick={() => ${click}} />{open ? <FeeDialog close={() => setOpen(false)} /> : null}</>;`;
  expect(openedByEffects(dialog('call(fees).then(() => setOpen(true));', 'undefined'))).toEqual(['setOpen']);
  expect(openedByEffects(dialog('setOpen(false);', 'setOpen(true)'))).toEqual([]);
});

test('no component opens a dialog, a drawer or a tour by itself', () => {
  const found = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx') && !file.includes('.test.'))
    .flatMap((file) =>
      openedByEffects(readFileSync(join(root, file), 'utf8')).map(
        (setter) => `${file.replaceAll('\\', '/')} ${setter}`,
      ),
    );
  expect(found.filter((one) => !asked[one])).toEqual([]);
  // what is no longer there needs no reason
  expect(Object.keys(asked).filter((one) => !found.includes(one))).toEqual([]);
});
