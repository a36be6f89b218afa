import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const src = join(import.meta.dirname, '..');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'));
const read = (file: string): string => readFileSync(join(src, file), 'utf8');
const withoutComments = (css: string): string => css.replace(/\/\*[\s\S]*?\*\//gu, '');

const styles = files.filter((name) => name.endsWith('.css'));
const code = files.filter((name) => /\.tsx?$/u.test(name) && !/\.test\.tsx?$/u.test(name));

/** `modules/transport/waybill` -> `transport-waybill`; the theme's classes are the design system's own. */
const prefixOf = (folder: string): string =>
  folder === 'theme' ? 'td' : folder.replace(/^modules\//u, '').replaceAll('/', '-');
const carries = (name: string, prefix: string): boolean => name === prefix || name.startsWith(`${prefix}-`);

/** Prefix of every folder that holds a CSS file, the longest first: `transport-waybill-stow` before `transport-waybill`. */
const prefixes = [...new Set(styles.map((file) => prefixOf(dirname(file))))].toSorted((a, b) => b.length - a.length);
const ownerOf = (name: string): string | undefined => prefixes.find((prefix) => carries(name, prefix));

/** Single selectors of a CSS file, steps of keyframes apart. */
function selectorsOf(file: string): string[] {
  const css = withoutComments(read(file))
    .replace(/url\((?:'[^']*'|"[^"]*"|[^)]*)\)/gu, '')
    .replace(/@keyframes [^{]+\{(?:[^{}]*\{[^{}]*\})*\s*\}/gu, '');
  return [...css.matchAll(/([^{};]+)\{/gu)]
    .map(([, selectors = '']) => selectors.trim())
    .filter((selectors) => !selectors.startsWith('@'))
    .flatMap((selectors) => selectors.split(/,(?![^(]*\))/u).map((selector) => selector.trim()));
}
const classesOf = (selector: string): string[] =>
  [...selector.replace(/\[[^\]]*\]/gu, '').matchAll(/\.([a-zA-Z][\w-]*)/gu)].map(([, name = '']) => name);
const foreign = /^(?:ant|maplibregl)-|^lucide$/u;

const defined = new Set(styles.flatMap((file) => selectorsOf(file).flatMap(classesOf)));

test('every rule of a CSS file is about a class that begins with the path of its folder', () => {
  const strange = styles
    .filter((file) => dirname(file) !== 'theme')
    .flatMap((file) => {
      const own = prefixOf(dirname(file));
      return selectorsOf(file)
        .filter((selector) => !classesOf(selector).some((name) => ownerOf(name) === own))
        .map((selector) => `${file}: ${selector}`);
    });
  expect(defined.size).toBeGreaterThan(300);
  expect(strange).toEqual([]);
});

test('a name with a hyphen carries the prefix of some folder; plain words are states beside such a name', () => {
  const states = /^(?:card-on|drawer-on|list-off|side-on|tree-off|st-(?:idle|moving|parked))$/u;
  const strange = [...defined].filter(
    (name) => name.includes('-') && !foreign.test(name) && !states.test(name) && ownerOf(name) === undefined,
  );
  expect(strange).toEqual([]);
});

test('a class is given its looks by one file of one folder, because every style that was loaded once stays', () => {
  const owners = new Map<string, Set<string>>();
  for (const file of styles)
    for (const selector of selectorsOf(file))
      if (/^\.[a-z][\w-]+$/u.test(selector))
        owners.set(selector, (owners.get(selector) ?? new Set()).add(dirname(file)));
  const shared = [...owners].filter(([, by]) => by.size > 1).map(([name, by]) => `${name}: ${[...by].join(', ')}`);
  expect(shared).toEqual([]);
});

/** Words in the strings of a piece of code, what is put in by `${}` apart. */
const wordsOf = (text: string): string[] =>
  [...text.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/gu)].flatMap(([, a, b, c]) =>
    (a ?? b ?? c ?? '').replace(/[\w-]*\$\{[^}]*\}[\w-]*/gu, ' ').split(/[^\w-]+/u),
  );
const used = new Map<string, string>(code.flatMap((file) => wordsOf(read(file)).map((word) => [word, file] as const)));

/** Prefixes that are words of other things too (endpoints, ids, tests), so that only whole class attributes are judged. */
const attributes = code.flatMap((file) =>
  [...read(file).matchAll(/\b(?:\w*[cC]lassName)=(?:("[^"]*")|\{([^{}]*(?:\$\{[^{}]*\}[^{}]*)*)\})/gu)].flatMap(
    ([, text, expression]) => wordsOf(text ?? expression ?? '').map((word) => ({ word, file })),
  ),
);

test('a class that is named in the code is defined in a CSS file', () => {
  const unknown = attributes
    .filter(({ word }) => word.includes('-') && ownerOf(word) !== undefined && !defined.has(word))
    .map(({ word, file }) => `${file}: ${word}`);
  expect(attributes.length).toBeGreaterThan(1500);
  expect(unknown).toEqual([]);
});

/** Put together from a part: `kit-show-state-${tone}`, `base-identity-login-art-${kind}`. */
const composed = /^(?:kit-show-state|base-identity-login-art)-/u;

test('a class of a CSS file is used', () => {
  const dead = [...defined].filter((name) => ownerOf(name) !== undefined && !composed.test(name) && !used.has(name));
  expect(dead).toEqual([]);
});

test('a class of a module is used in its module only; what others need lies in kit, in the theme or in parts', () => {
  /** `modules/transport/waybill/stow` -> `transport/waybill`; parts and the sheets of print are made to be shared in their wing and above */
  const moduleOf = (file: string): string => file.split('/').slice(1, 3).join('/');
  const modules = new Map(
    styles.filter((file) => file.startsWith('modules/')).map((file) => [prefixOf(dirname(file)), moduleOf(file)]),
  );
  const shared = (module: string): boolean => module.endsWith('/parts') || module === 'base/print';
  const borrowed = attributes.filter(({ word, file }) => {
    const module = modules.get(ownerOf(word) ?? '');
    return module !== undefined && !shared(module) && moduleOf(file) !== module;
  });
  expect(borrowed.map(({ word, file }) => `${file}: ${word}`)).toEqual([]);
});
