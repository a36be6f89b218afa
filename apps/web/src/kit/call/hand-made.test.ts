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
  [
    'modules/company/survey/phone.tsx',
    'a page without a login of the product: findings of a number and a code that are no fields of a form',
  ],
  ['kit/call/use-act.ts', 'the act itself'],
  ['kit/form/input/remote-select.tsx', 'asks while somebody types; a later question overtakes'],
  ['kit/session/purchase.ts', 'a question before a page is opened, by whoever asks; it answers whether it may be'],
  ['kit/table/row-actions.tsx', 'takes what an action of a row, whoever wrote it, lets go'],
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
  [
    'modules/transport/waybill/stow/load-count.tsx',
    'the deed of an act: a count that others did not touch is sent again',
  ],
  ['modules/resources/vehicle/paper/batch.tsx', 'the deed of an act: files are looked at after the call'],
  ['modules/base/download/list-page.tsx', 'the deed of an act: one file or an archive'],
  ['modules/company/profile/avatar-block.tsx', 'the deed of the cutting dialog, which is an act'],
  ['modules/trade/order-audit/invoice-dialog.tsx', 'the loading of a newer version, for two acts'],
  ['modules/trade/parts/voucher-files.tsx', 'a step of the deeds that send vouchers'],
  ['modules/watch/alarm/detail/use-recording.ts', 'the fault of a film stands in its place'],
  ['modules/watch/vehicle-group/user-grouping-page.tsx', 'the deed of the naming dialog, which is an act'],
];

/** Modules, maps and reports that ask one call by `useQuery`. */
const asking: Exceptions = [];

const texts = new Map(
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.tsx?$/u.test(path) && !path.includes('.test.'))
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

/** A call (or a file that is sent or fetched) whose answer is gone on with: awaited, or followed by `.then(`. */
function awaitsByHand(text: string): boolean {
  return [...text.matchAll(/\b(await )?(?:call|fetchFile|uploadFiles?)\(/gu)].some(
    ({ index, 0: found, 1: awaited }) => {
      const end = endOf(text, index + found.length - 1);
      if (!awaited && !/^\)\s*\.then\(/u.test(text.slice(end))) return false;
      // a search or a list of choices: the field that asks shows the failure
      if (/\bquiet\b/u.test(text.slice(index, end))) return false;
      return !openBefore(text, index).some((before) => taken.test(before) || inBatch.test(before));
    },
  );
}

/** An act of a function that sends a version says how the new one is loaded, as one of an endpoint must by its type. */
const forgetsVersion = (text: string): boolean =>
  [...text.matchAll(/\buseAct(?:<[^()]*>)?\(/gu)].some(({ index, 0: { length } }) => {
    const act = text.slice(index, endOf(text, index + length - 1));
    return /\bversion\b/iu.test(act) && !/\bfresh\b/u.test(act);
  });

/** Codes of answers have names: `codes` of core/endpoint. */
const namesNoCode = (text: string): boolean => /\bcode (?:[=!]==|[<>]=?) (?:4\d{3}|5000)\b/u.test(text);

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
  [
    'what is one call is asked by useAsk',
    sourcesWith((text, path) => !path.startsWith('kit/') && asksByHand(text)),
    asking,
  ],
  ['an act that sends a version says how the new one is loaded', sourcesWith(forgetsVersion), []],
  ['codes of answers are compared by their names', sourcesWith(namesNoCode), []],
] as const)('%s, but for the exceptions, and every exception is still one', (_, sources, exceptions) => {
  expect(sources.filter((path) => !exceptions.some(([place]) => path.startsWith(place)))).toEqual([]);
  expect(exceptions.filter(([place]) => !sources.some((path) => path.startsWith(place)))).toEqual([]);
});

test('the guard sees what it is for', () => {
  expect(awaitsByHand('const go = async () => { await call(x, { id }); };')).toBe(true);
  expect(awaitsByHand('useAct(async () => { const { id } = await call(x, {}); await call(y, { id }); }, {})')).toBe(
    false,
  );
  expect(awaitsByHand('const go = () => call(x, { id }).then(({ id }) => open(id));')).toBe(true);
  expect(awaitsByHand('const go = () => void call(x, { id }, { quiet: true }).then(open);')).toBe(false);
  expect(awaitsByHand('const go = async () => saveBlob(await fetchFile(x, { id }), name);')).toBe(true);
  expect(awaitsByHand('const go = async () => { await uploadFiles(x, form); };')).toBe(true);
  expect(forgetsVersion('useAct(() => call(x, { id, version: row.version }), { told: "x" })')).toBe(true);
  expect(forgetsVersion('useAct(() => call(x, { id, version: row.version }), { fresh: renew })')).toBe(false);
  expect(namesNoCode('if (error.code === 4009) again();')).toBe(true);
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
