import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib.mjs';

/** Hours and days by their numbers: they have names in the contract's core/durations. SQL writes its own, without `_`. */
const spelled = /\b(?:3_600_000|86_400_000)\b|\b24 \* 60\b|\b60 \* minuteMs\b/u;
const chinas = /\bconst \w*china\w* = 8 \*/iu;

const sources = (areas: readonly string[]): string[] =>
  areas.flatMap((area) =>
    readdirSync(join(root, area), { recursive: true, encoding: 'utf8' })
      .filter((name) => /(?<!\.test)\.tsx?$/u.test(name))
      .map((name) => `${area}/${name}`),
  );
const withText = (areas: readonly string[], pattern: RegExp): string[] =>
  sources(areas).filter((path) => pattern.test(readFileSync(join(root, path), 'utf8')));

it('an hour and a day are written once', () => {
  expect(withText(['packages/contract/src', 'apps/server/src', 'apps/web/src'], spelled)).toEqual([
    'packages/contract/src/core/durations.ts',
  ]);
});

it("the offset of China's clock is written once, where terminals speak it", () => {
  expect(withText(['packages/protocol/src', 'apps/simulator/src', 'apps/server/src', 'apps/web/src'], chinas)).toEqual([
    'packages/protocol/src/jt808/time.ts',
  ]);
});
