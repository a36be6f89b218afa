import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
// version 5, which has a programming interface (TypeScript 7 has none yet)
import ts from 'typescript';
import { listSources, root } from './lib.mjs';

/**
 * Most lines of a function, from its name to its last bracket. Biome has the same rule but counts line breaks between tokens only: those within the text of JSX
 * and within a template (SQL) are part of a token, so that a page or a statement could be half as long again.
 */
export const mostLines = 100;

/** Functions of a source text that are longer: `{ name, line, lines }`, lines from 1. Blank lines count, comments too. */
export function longFunctions(text, name = 'a.tsx', most = mostLines) {
  // parsing costs more than looking: most files are shorter than that
  if (text.split('\n').length <= most) return [];
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true);
  const lineOf = (position) => file.getLineAndCharacterOfPosition(position).line + 1;
  const found = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      const line = lineOf(node.getStart(file));
      const lines = lineOf(node.end) - line + 1;
      const named = node.name ?? node.parent.name;
      if (lines > most) found.push({ name: named?.getText(file) ?? 'a function without a name', line, lines });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** Sources of the product and its benchmarks, as paths from the root; a test is a list of cases, which may be as long as it has cases. */
const sources = () =>
  listSources((path) => /\.(tsx?|mjs)$/u.test(path) && !/\.test\.tsx?$|\/generated\//u.test(path), 'bench', 'scripts');

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const path of sources())
    for (const { name, line, lines } of longFunctions(readFileSync(join(root, path), 'utf8'), path)) {
      process.exitCode = 1;
      console.error(
        `${path}:${line} ${name}: ${lines} lines, at most ${mostLines}; cut it where a part has a name of its own`,
      );
    }
}
