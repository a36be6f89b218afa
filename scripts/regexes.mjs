import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
// version 5, which has a programming interface (TypeScript 7 has none yet)
import ts from 'typescript';
import { listSources, root } from './lib.mjs';

/**
 * No regular expression of the product may cost more than in proportion to the text that it reads: with one that tries again at each character a text of 50,000
 * characters holds the process for seconds. `recheck` finds the text that would do it. Tests and scripts are left out, as nobody sends them anything.
 */
const isTest = /\.test\.tsx?$|\/test\//u;
/** Time for one expression, ms. Those that need more are too odd to be told safe, and are written plainer. */
const timeoutMs = 30_000;

const require = createRequire(import.meta.url);
const version = require('recheck/package.json').version;
/** Verdicts of earlier runs, as most expressions stay as they are. */
const memory = join(root, `node_modules/.cache/tongda-regexes-${version}.json`);

/** Expressions made of a text that is put together at run time: file → why its parts are ours. */
const assembled = new Map([
  ['packages/contract/src/core/field/patterns.ts', 'checked by the values that it exports'],
  ['packages/contract/src/shell/routes.ts', 'paths of screens, each part up to a slash'],
  ['packages/contract/src/resources/vehicle/probe.ts', 'names of zones, divided by |'],
]);

/** The expressions of a source text, each with its line from 1; `assembled` is one whose text is not written there. */
export function regexesOf(text, name = 'a.tsx') {
  const kind = name.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, false, kind);
  const found = [];
  const add = (node, source, flags) =>
    found.push({ line: file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1, source, flags });
  const visit = (node) => {
    if (node.kind === ts.SyntaxKind.RegularExpressionLiteral) {
      const end = node.text.lastIndexOf('/');
      add(node, node.text.slice(1, end), node.text.slice(end + 1));
    }
    const calls = ts.isNewExpression(node) || ts.isCallExpression(node);
    if (calls && ts.isIdentifier(node.expression) && node.expression.text === 'RegExp') {
      const [source, flags] = node.arguments ?? [];
      const plain = source && ts.isStringLiteralLike(source);
      add(node, plain ? source.text : null, flags && ts.isStringLiteralLike(flags) ? flags.text : '');
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Every source file of the product, as paths from the root. */
const sources = () => listSources((path) => /\.tsx?$/u.test(path) && !isTest.test(path));

/** Says of expressions `{source, flags}` which cost too much: a sentence each. Those that were found safe before are not asked again. */
export function findSuperLinear(regexes) {
  const known = new Set(existsSync(memory) ? JSON.parse(readFileSync(memory, 'utf8')) : []);
  const before = known.size;
  const wrong = [];
  // the programs for each system are not needed for some hundred expressions
  const { checkSync } = require('recheck/lib/browser.js');
  for (const { source, flags, at } of regexes) {
    const key = `/${source}/${flags}`;
    if (known.has(key)) continue;
    const { status, complexity, attack, error } = checkSync(source, flags, { timeout: timeoutMs });
    if (status === 'safe') known.add(key);
    else wrong.push(`${at} ${key}: ${complexity?.summary ?? error?.kind ?? status} ${attack?.pattern ?? ''}`.trim());
  }
  if (known.size > before) {
    mkdirSync(dirname(memory), { recursive: true });
    writeFileSync(memory, JSON.stringify([...known].sort(), null, 1));
  }
  return wrong;
}

/** Checks the tree. Answers the sentences about what is wrong, and how many different expressions there are. */
export function checkRegexes() {
  const all = new Map();
  const unknown = [];
  for (const path of sources()) {
    const text = readFileSync(join(root, path), 'utf8');
    // parsing costs more than looking: most files have none
    if (!/RegExp|\/[dgimsuvy]*\s*(?:[.,;:)\]}?]|$)/mu.test(text)) continue;
    for (const { line, source, flags } of regexesOf(text, path)) {
      if (source !== null) all.set(`/${source}/${flags}`, { source, flags, at: `${path}:${line}` });
      else if (!assembled.has(path)) unknown.push(`${path}:${line} 正则表达式由变量拼成，无法检查`);
    }
  }
  return { wrong: [...unknown, ...findSuperLinear(all.values())], count: all.size };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { wrong, count } = checkRegexes();
  for (const one of wrong) console.error(one);
  console.log(`${count} 个正则表达式，${wrong.length} 个有问题`);
  process.exit(wrong.length === 0 ? 0 : 1);
}
