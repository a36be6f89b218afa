// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { safeReturn } from './leave';

test.each([
  ['/resources/vehicle?page=2', '/resources/vehicle?page=2'],
  ['//evil.example', null],
  ['/\\evil.example', null],
  ['https://evil.example/x', null],
  ['javascript:alert(1)', null],
  ['/community/login?redirect=/x', null],
  ['', null],
  [null, null],
])('return address %s', (target, safe) => expect(safeReturn(target)).toBe(safe));
