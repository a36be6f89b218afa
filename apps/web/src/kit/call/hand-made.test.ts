import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** What a place looks like that carries a call by hand: a busy state of its own, or failures that it reports itself. */
const handMade = /\bset(?:Busy|Saving)\(|\.catch\(reportError\)|\breportError\(error\)/u;

/** Places that do so for a reason; each must still be one, so that the list only gets shorter. */
const allowed: ReadonlyArray<readonly [place: string, reason: string]> = [
  ['modules/base/identity/login/', 'pages before the login show what is wrong in a frame of their own'],
  ['modules/base/identity/password/use-form.ts', 'findings of passwords are reckoned while they are typed'],
  ['modules/base/message/notice-store.ts', 'a store outside of React'],
  ['modules/company/openapi/try-out.tsx', 'shows the answer of any interface, refusals included'],
  ['modules/company/profile/code-line.tsx', 'a sentence for one of two fields of the dialog around it'],
  ['modules/company/profile/wechat-line.tsx', 'waits for a phone to scan, nothing is sent by a button'],
  ['modules/company/survey/', 'a page without a login of the product, findings at numbered questions'],
  ['modules/transport/driver-app/', 'the phone keeps every step until there is a network'],
  ['modules/transport/waybill/stow/save-loads.ts', 'many loads are saved at once, each says what is wrong with it'],
  ['shell/frame/leave-system.ts', 'runs while the page is left'],
  ['map/places/search.tsx', 'asks while somebody types; a later question overtakes'],
];

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/u.test(path) && !path.includes('.test.') && !path.startsWith('kit/'))
  .filter((path) => handMade.test(readFileSync(join(root, path), 'utf8')))
  .map((path) => relative(root, join(root, path)));

test('what is sent goes through useAct and FormDialog, and nobody carries a call by hand', () => {
  expect(sources.filter((path) => !allowed.some(([place]) => path.startsWith(place)))).toEqual([]);
});

test('every exception is still one', () => {
  expect(allowed.filter(([place]) => !sources.some((path) => path.startsWith(place)))).toEqual([]);
});
