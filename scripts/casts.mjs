import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
// version 5, which has a programming interface (TypeScript 7 has none yet)
import ts from 'typescript';
import { root } from './lib.mjs';

/**
 * A cast (`x as T`) tells the compiler to believe something that it cannot see. Each needs its reason in a comment on its line or the line
 * before. Those from before this rule are counted by folder in `casts.json`; the numbers may only become smaller.
 */
const ceilings = join(root, 'scripts/casts.json');
const isTest = /\.test\.tsx?$|\/test\//u;
/** Comments that say why; documentation of what is declared there (`/**`) does not count. */
const says = /\/\/|\/\*(?!\*)/u;

/** Casts of a source text without a reason, as line numbers from 1. `as const` and names of imports are no casts. */
export function castsWithoutReason(text, name = 'a.tsx') {
  const file = ts.createSourceFile(
    name,
    text,
    ts.ScriptTarget.Latest,
    false,
    name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const lines = text.split('\n');
  const found = [];
  const visit = (node) => {
    if (ts.isAsExpression(node) && !ts.isConstTypeReference(node.type)) {
      const { line } = file.getLineAndCharacterOfPosition(node.type.getStart(file));
      const chained = ts.isAsExpression(node.expression) && node.expression.type.kind === ts.SyntaxKind.UnknownKeyword;
      if (![line, line - 1].some((at) => says.test(lines[at] ?? ''))) found.push(line + 1);
      // `as unknown as T` is one cast
      if (chained) return visit(node.expression.expression);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Folder that a file is counted under: two levels below `src`, so that a number tells somebody where to look. */
export const folderOf = (path) =>
  path
    .split('/')
    .slice(0, -1)
    .slice(0, path.startsWith('packages/') ? 4 : 5)
    .join('/');

/** Every source file of ours that is no test, as paths from the root. */
function sources() {
  return ['apps', 'packages'].flatMap((area) =>
    readdirSync(join(root, area)).flatMap((room) => {
      const src = join(area, room, 'src');
      if (!existsSync(join(root, src))) return [];
      return readdirSync(join(root, src), { recursive: true, encoding: 'utf8' })
        .map((name) => `${src}/${name}`)
        .filter((path) => /\.tsx?$/u.test(path) && !isTest.test(path) && !path.includes('/generated/'));
    }),
  );
}

/** Casts without a reason by file: path → line numbers. */
export function countCasts() {
  const counted = new Map();
  for (const path of sources()) {
    const text = readFileSync(join(root, path), 'utf8');
    // parsing costs more than looking: most files have no cast at all
    if (!/\bas (?!const\b)[\w({[]/u.test(text)) continue;
    const lines = castsWithoutReason(text, path);
    if (lines.length > 0) counted.set(path, lines);
  }
  return counted;
}

/** What is wrong: folders with more casts than allowed (their files and lines), and folders whose number could be smaller. */
export function compare(counted, allowed) {
  const now = {};
  for (const [path, lines] of counted) now[folderOf(path)] = (now[folderOf(path)] ?? 0) + lines.length;
  const more = Object.keys(now).filter((folder) => now[folder] > (allowed[folder] ?? 0));
  const fewer = Object.keys(allowed).filter((folder) => allowed[folder] > (now[folder] ?? 0));
  return { now, more, fewer };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const counted = countCasts();
  const allowed = existsSync(ceilings) ? JSON.parse(readFileSync(ceilings, 'utf8')) : {};
  const { now, more, fewer } = compare(counted, allowed);
  const total = Object.values(now).reduce((sum, n) => sum + n, 0);
  if (process.argv.includes('--write')) {
    // lowers only: a ceiling that rises is edited by hand, where a reviewer sees it
    const kept = Object.entries(now).map(([folder, n]) => [folder, Math.min(n, allowed[folder] ?? n)]);
    writeFileSync(ceilings, `${JSON.stringify(Object.fromEntries(kept.sort()), null, 2)}\n`);
  } else {
    for (const folder of more) {
      console.log(`${folder}: ${now[folder]} casts without a reason, ${allowed[folder] ?? 0} allowed`);
      for (const [path, lines] of counted) if (folderOf(path) === folder) console.log(`  ${path}:${lines.join(',')}`);
    }
    for (const folder of fewer)
      console.log(`${folder}: only ${now[folder] ?? 0} left of ${allowed[folder]}; run node scripts/casts.mjs --write`);
    process.exitCode = more.length + fewer.length > 0 ? 1 : 0;
  }
  console.log(`${total} casts without a reason`);
}
