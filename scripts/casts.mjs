import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
// version 5, which has a programming interface (TypeScript 7 has none yet)
import ts from 'typescript';
import { listSources, root } from './lib.mjs';

/**
 * A cast (`x as T`) tells the compiler to believe something that it cannot see. Each needs its reason in a comment on its line or the line
 * before.
 */
const isTest = /\.test\.tsx?$|\/test\//u;
/** Matches a comment that may give a reason. Documentation (`/**`) is about what is declared, so it does not count. */
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

/** Every source file of ours that is no unit test (decision 137), browser specs and benchmarks among them, as paths from the root. */
const sources = () =>
  listSources((path) => /\.tsx?$/u.test(path) && !isTest.test(path) && !path.includes('/generated/'), 'bench', 'e2e');

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

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const counted = countCasts();
  for (const [path, lines] of counted) console.log(`${path}:${lines.join(',')}`);
  const total = [...counted.values()].flat().length;
  console.log(`${total} casts without a reason`);
  process.exitCode = total > 0 ? 1 : 0;
}
