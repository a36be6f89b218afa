import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './lib.mjs';
import { browserReport, formatDurations, unitReport } from './test-report.mjs';

it('names the failed unit tests, a file that did not run, and what needed a second try', () => {
  const test = (fullName: string, status: string, failureMessages: string[] = []) => ({
    fullName,
    status,
    failureMessages,
  });
  const json = {
    numPassedTests: 4,
    numFailedTests: 1,
    numFailedTestSuites: 2,
    numPendingTests: 1,
    numTodoTests: 0,
    testResults: [
      {
        name: join(root, 'apps/a.test.ts'),
        status: 'failed',
        message: '',
        assertionResults: [test('adds', 'failed', ['expected 1 to be 2\n at a.ts']), test('takes', 'passed')],
      },
      { name: join(root, 'apps/b.test.ts'), status: 'failed', message: 'Cannot find ./c', assertionResults: [] },
      { name: join(root, 'apps/d.test.ts'), status: 'passed', message: '', assertionResults: [test('is', 'passed')] },
    ],
  };
  expect(unitReport(json, [{ name: 'apps/e.test.ts › waits', error: 'timed out' }])).toEqual({
    passed: 4,
    failed: 1,
    skipped: 1,
    failures: ['apps/a.test.ts › adds\nexpected 1 to be 2\n at a.ts', 'apps/b.test.ts\nCannot find ./c'],
    secondTry: ['apps/e.test.ts › waits\ntimed out'],
  });
});

it('names the failed browser tests and those that passed at the second try', () => {
  const spec = (title: string, status: string, message?: string) => ({
    file: 'shell/frame.spec.ts',
    line: 7,
    title,
    tests: [{ status, results: message ? [{ error: { message } }, {}] : [{}] }],
  });
  const json = {
    stats: { expected: 1, flaky: 1, unexpected: 1, skipped: 0 },
    suites: [
      {
        specs: [spec('opens', 'expected')],
        suites: [
          { specs: [spec('closes', 'unexpected', '\u001B[31mnot visible\u001B[39m'), spec('folds', 'flaky', 'gone')] },
        ],
      },
    ],
  };
  expect(browserReport(json)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 0,
    failures: ['e2e/shell/frame.spec.ts:7 › closes\nnot visible'],
    secondTry: ['e2e/shell/frame.spec.ts:7 › folds\ngone'],
  });
});

it('tells how long each part took, and the whole', () => {
  const parts = [
    { name: '检查', ms: 59_700 },
    { name: '浏览器测试', ms: 605_000 },
  ];
  expect(formatDurations(parts)).toBe('用时 检查 1:00，浏览器测试 10:05，共 11:05');
});
