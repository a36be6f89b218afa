import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { colour, paletteCss, translucentColour } from './palette';

const src = join(import.meta.dirname, '..');
const sources = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.(?:css|tsx?)$/u.test(name) && !/\.test\.tsx?$/u.test(name) && !name.startsWith('theme/'));
const bare = (file: string): string =>
  readFileSync(join(src, file), 'utf8')
    .replace(/\/\*[\s\S]*?\*\//gu, '')
    .replace(/url\((?:'[^']*'|"[^"]*"|[^)]*)\)/gu, '');

const value = /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![\w-])|\b(?:rgba?|hsla?|hwb|lab|lch|oklab|oklch)\(/iu;
const name =
  '(?:white|black|red|green|blue|gr[ae]y|orange|yellow|purple|violet|pink|brown|silver|gold|navy|teal|cyan|lime|maroon|olive)';
/** `color: white;` of a style sheet; `fill="white"`, `color: 'white'`, `fillStyle = 'white'` of code. */
const inStyle = new RegExp(`:[^;{}"]*(?<![\\w-])${name}(?![\\w-])[^;{}"]*;`, 'iu');
const inCode = new RegExp(
  `\\b(?:color|background|backgroundColor|borderColor|outlineColor|fill|stroke|stopColor|fillStyle|strokeStyle|shadowColor)\\s*[:=]\\s*\\{?['"]${name}['"]`,
  'iu',
);

test('colours stand in the theme only: elsewhere by token, also inline and on canvas', () => {
  const literal = sources.flatMap((file) =>
    bare(file)
      .split('\n')
      .filter((line) => value.test(line) || (file.endsWith('.css') ? inStyle : inCode).test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(sources.length).toBeGreaterThan(800);
  expect(literal).toEqual([]);
});

test('every token that is asked for exists', () => {
  const theme = paletteCss() + readFileSync(join(src, 'theme/base.css'), 'utf8');
  const set = new Set([
    ...[...theme.matchAll(/(--td-[\w-]+)\s*:/gu)].map(([, token]) => token),
    ...sources.flatMap((file) => [...bare(file).matchAll(/(--td-[\w-]+)['"\]]*\s*:/gu)].map(([, token]) => token)),
  ]);
  const asked = sources.flatMap((file) =>
    [...bare(file).matchAll(/var\((--td-[\w-]+)\s*\)/gu)].map(([, token = '']) => ({ file, token })),
  );
  expect(asked.length).toBeGreaterThan(1000);
  expect(asked.filter(({ token }) => !set.has(token)).map(({ file, token }) => `${file}: ${token}`)).toEqual([]);
});

test('a colour is seen through by its share', () => {
  expect(translucentColour(colour('shade', 'light'), 0.28)).toBe('rgba(20,32,50,0.28)');
});
