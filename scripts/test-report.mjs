import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './lib.mjs';

/**
 * Counts of a test run, and the names of failed tests and of those that passed at the second try only.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], secondTry: string[] }} Report
 */

/**
 * Reads vitest's JSON report. That does not say which tests passed at the second try only: second-try-reporter.mjs does.
 * @returns {Report}
 */
export function unitReport(json, secondTry = []) {
  return {
    passed: json.numPassedTests,
    failed: Math.max(json.numFailedTests, json.numFailedTestSuites > 0 ? 1 : 0),
    skipped: json.numPendingTests + json.numTodoTests,
    failures: json.testResults.flatMap(failuresOfFile),
    secondTry: secondTry.map(({ name, error }) => `${name}\n${firstLines(error)}`),
  };
}

/**
 * Reads Playwright's JSON report.
 * @returns {Report}
 */
export function browserReport(json) {
  const specs = json.suites.flatMap(specsOf);
  const named = (wanted) =>
    specs
      .filter(({ tests }) => tests.some(({ status }) => status === wanted))
      .map(({ file, line, title, tests }) => {
        const error = tests.flatMap(({ results }) => results).find((one) => one.error)?.error;
        return `e2e/${file}:${line} › ${title}\n${firstLines(error?.message)}`;
      });
  return {
    passed: json.stats.expected + json.stats.flaky,
    failed: json.stats.unexpected,
    skipped: json.stats.skipped,
    failures: named('unexpected'),
    secondTry: named('flaky'),
  };
}

/**
 * A sentence on how long each part of a run and the whole took, in minutes and seconds.
 * @param {ReadonlyArray<{ name: string, ms: number }>} parts
 */
export function formatDurations(parts) {
  const clock = (ms) => {
    const seconds = Math.round(ms / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  };
  const whole = parts.reduce((sum, { ms }) => sum + ms, 0);
  return `用时 ${parts.map(({ name, ms }) => `${name} ${clock(ms)}`).join('，')}，共 ${clock(whole)}`;
}

/** Failed tests of a file in vitest's report, or what kept the file from running. */
function failuresOfFile({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed');
  const file = relative(root, name);
  if (failed.length === 0) return status === 'failed' ? [`${file}\n${firstLines(message)}`] : [];
  return failed.map(({ fullName, failureMessages }) => `${file} › ${fullName}\n${firstLines(failureMessages[0])}`);
}

/** Specs of a suite and of the suites in it. */
const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/** The first lines of an error's text, without colours. */
const firstLines = (text = '') => stripVTControlCharacters(text).split('\n').slice(0, 14).join('\n');
