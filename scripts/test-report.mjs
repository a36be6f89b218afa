import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { root } from './lib.mjs';

/**
 * What a run of tests came to.
 * @typedef {{ passed: number, failed: number, skipped: number, failures: string[], secondTry: string[] }} Report
 */

/** @returns {Report} of vitest's JSON; what passed at the second try only is not in it, see second-try-reporter.mjs */
export function unitReport(json, secondTry = []) {
  return {
    passed: json.numPassedTests,
    failed: Math.max(json.numFailedTests, json.numFailedTestSuites > 0 ? 1 : 0),
    skipped: json.numPendingTests + json.numTodoTests,
    failures: json.testResults.flatMap(failuresOfFile),
    secondTry: secondTry.map(({ name, error }) => `${name}\n${short(error)}`),
  };
}

/** @returns {Report} of Playwright's JSON */
export function browserReport(json) {
  const specs = json.suites.flatMap(specsOf);
  const named = (wanted) =>
    specs
      .filter(({ tests }) => tests.some(({ status }) => status === wanted))
      .map(({ file, line, title, tests }) => {
        const error = tests.flatMap(({ results }) => results).find((one) => one.error)?.error;
        return `e2e/${file}:${line} › ${title}\n${short(error?.message)}`;
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
 * How long each part of a run took and the whole, as minutes and seconds.
 * @param {ReadonlyArray<{ name: string, ms: number }>} parts
 */
export function spent(parts) {
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
  if (failed.length === 0) return status === 'failed' ? [`${file}\n${short(message)}`] : [];
  return failed.map(({ fullName, failureMessages }) => `${file} › ${fullName}\n${short(failureMessages[0])}`);
}

const specsOf = ({ specs = [], suites = [] }) => [...specs, ...suites.flatMap(specsOf)];

/** The first lines of an error's text, without colours. */
const short = (text = '') => stripVTControlCharacters(text).split('\n').slice(0, 8).join('\n');
