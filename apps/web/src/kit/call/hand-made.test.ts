import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
type Exceptions = ReadonlyArray<readonly [place: string, reason: string]>;

/** What a place looks like that carries a call by hand: a busy state of its own, or failures that it reports itself. */
const handMade = /\bset(?:Busy|Saving)\(|\.catch\(reportError\)|\breportError\(error\)/u;

/** Places that do so for a reason; each must still be one, so that the list only gets shorter. */
const carrying: Exceptions = [
  ['modules/base/identity/login/', 'pages before the login show what is wrong in a frame of their own'],
  ['modules/base/identity/password/use-form.ts', 'findings of passwords are reckoned while they are typed'],
  ['modules/base/message/notice-store.ts', 'a store outside of React'],
  ['modules/company/openapi/try-out.tsx', 'shows the answer of any interface, refusals included'],
  ['modules/company/profile/code-line.tsx', 'a sentence for one of two fields of the dialog around it'],
  ['modules/company/survey/', 'a page without a login of the product, findings at numbered questions'],
  ['modules/transport/driver-app/', 'the phone keeps every step until there is a network'],
  ['modules/transport/waybill/stow/save-loads.ts', 'many loads are saved at once, each says what is wrong with it'],
  ['shell/frame/leave-system.ts', 'runs while the page is left'],
  ['map/places/search.tsx', 'asks while somebody types; a later question overtakes'],
];

/** Modules that await a call whose failure somebody else takes; what goes through `useAct` or asks quietly needs no entry. */
const awaiting: Exceptions = [
  ['modules/base/identity/login/', 'pages before the login show what is wrong in a frame of their own'],
  ['modules/base/message/notice-store.ts', 'a store outside of React'],
  ['modules/company/resource-auth/edit-page.tsx', 'the deed of an act: two calls with a question between them'],
  ['modules/transport/waybill/use-actions.tsx', 'the deed of an act: a refusal becomes a question'],
  ['modules/resources/vehicle/paper/batch.tsx', 'the deed of an act: files are looked at after the call'],
];

/** Modules, maps and reports that ask one call by `useQuery`. */
const asking: Exceptions = [];

const texts = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/u.test(path) && !path.includes('.test.') && !path.startsWith('kit/'))
    .map((path) => [relative(root, join(root, path)), readFileSync(join(root, path), 'utf8')]),
);
const sourcesWith = (isHandMade: (text: string, path: string) => boolean): string[] =>
  [...texts].filter(([path, text]) => isHandMade(text, path)).map(([path]) => path);

/** Where the bracket that stands at `from` is closed. */
function endOf(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if ('([{'.includes(text[at] ?? '')) depth++;
    if (')]}'.includes(text[at] ?? '') && --depth === 0) return at;
  }
  return text.length;
}

/** The texts before the brackets that are open at `at`, the innermost first. */
function openBefore(text: string, at: number): string[] {
  const found: string[] = [];
  for (let place = at - 1, depth = 0; place >= 0; place--) {
    if (')]}'.includes(text[place] ?? '')) depth++;
    if ('([{'.includes(text[place] ?? '') && --depth < 0) {
      depth = 0;
      found.push(text.slice(Math.max(0, place - 80), place));
    }
  }
  return found;
}

/** An act, a step of a batch and the loading of a newer version (`fresh`) take what goes wrong in the call they hold. */
const taken = /\b(?:useAct|useRowAct)(?:<[^()]*>)?$|\bfresh=$/u;
const inBatch = /\bstep: async \([^()]*\) => [\w$]*$/u;

function awaitsByHand(text: string): boolean {
  return [...text.matchAll(/\bawait call\(/gu)].some(({ index, 0: { length } }) => {
    const input = text.slice(index, endOf(text, index + length - 1));
    // a search or a list of choices: the field that asks shows the failure
    if (/\bquiet\b/u.test(input)) return false;
    return !openBefore(text, index).some((before) => taken.test(before) || inBatch.test(before));
  });
}

/** `useQuery` whose answer is that of one call, if there is something to ask at all. */
const asksOneCall =
  /\buseQuery(?:<[^()]*>)?\(\{[^}]*?\bqueryFn: (?:async )?\([^)]*\)[^=]*=>\s*\(?(?:[^;,(]*\?\s*)?call(?:Raw)?\(/u;
const asksByHand = (text: string): boolean => asksOneCall.test(text.replace(/\{ signal \}/gu, 'signal'));

test.each([
  [
    'what is sent goes through useAct and FormDialog, and nobody carries a call by hand',
    sourcesWith((text) => handMade.test(text)),
    carrying,
  ],
  [
    'modules await no call whose failure nobody takes',
    sourcesWith((text, path) => path.startsWith('modules/') && awaitsByHand(text)),
    awaiting,
  ],
  ['what is one call is asked by useAsk', sourcesWith(asksByHand), asking],
] as const)('%s, but for the exceptions, and every exception is still one', (_, sources, exceptions) => {
  expect(sources.filter((path) => !exceptions.some(([place]) => path.startsWith(place)))).toEqual([]);
  expect(exceptions.filter(([place]) => !sources.some((path) => path.startsWith(place)))).toEqual([]);
});

test('the guard sees what it is for', () => {
  expect(awaitsByHand('const go = async () => { await call(x, { id }); };')).toBe(true);
  expect(awaitsByHand('useAct(async () => { const { id } = await call(x, {}); await call(y, { id }); }, {})')).toBe(
    false,
  );
  expect(awaitsByHand('useRowAct<Row, null>(async (row) => (await call(x, row)).id, {})')).toBe(false);
  expect(awaitsByHand('batch.start({ title, step: async (ids) => asLines(await call(x, { ids }), nameOf) })')).toBe(
    false,
  );
  expect(awaitsByHand('const find = async (keyword) => (await call(x, { keyword }, { quiet: true })).list;')).toBe(
    false,
  );
  expect(asksByHand('useQuery({ queryKey: [x.path], queryFn: ({ signal }) => call(x, { id }, { signal }) })')).toBe(
    true,
  );
  expect(asksByHand('useQuery({ queryKey: [x.path], queryFn: () => (a ? call(x, a) : null) })')).toBe(true);
  expect(
    asksByHand('useQuery({ queryKey: [x.path], queryFn: async () => { await keep(); return call(x, a); } })'),
  ).toBe(false);
});
