import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as contract from '@tongda/contract';
import { buttons } from '@tongda/contract/shell/rights';
import { transportTaskCalls } from '@tongda/contract/transport/waybill/calls';
import { expect, test } from 'vitest';

/** Text of all files of the transport wing, in which its buttons stand. */
const source = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/u.test(file) && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(join(import.meta.dirname, file), 'utf8'))
  .join('\n');
const stands = (word: string): boolean => new RegExp(`(?<![\\w'])${word}\\b`, 'u').test(source);

/** The path of the right that a call asks for, or that is exported itself for a part of a call's work. */
function rightOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return;
  const access = 'access' in value ? value.access : 'menu' in value ? value : null;
  if (typeof access !== 'object' || access === null || !('path' in access)) return;
  return typeof access.path === 'string' ? access.path : undefined;
}
/** What the web may write to use an exported call: its name, or `calls.void` of the calls that each kind of waybill has. */
function wordsFor(name: string): string[] {
  const own = /^(?:billOfLading|waybillStowage|transportTask)([A-Z]\w*)$/u.exec(name)?.[1];
  const key = own === 'Reassign' ? 'changeVehicle' : own && `${own.charAt(0).toLowerCase()}${own.slice(1)}`;
  return key && key in transportTaskCalls ? [name, `[cC]alls\\.${key}`, `${key}[,:}]`] : [name];
}

test('every right of orders, waybills and tracking has a button: a page uses a call that asks for it', () => {
  const names = new Map<string, string[]>();
  for (const module of Object.values(contract))
    for (const [name, value] of Object.entries<unknown>({ ...module })) {
      // an import is one object of calls for the dialog
      const first = name.endsWith('Imports') && value ? Object.values(value).find(rightOf) : value;
      const path = rightOf(first);
      if (path) names.set(path, [...(names.get(path) ?? []), name]);
    }
  const own = buttons
    .map(({ path }) => path)
    .filter((p) => /^(?:orderManage|waybillManage|businessTracking)\//u.test(p));
  expect(own.length).toBeGreaterThan(70);
  expect(own.filter((path) => !(names.get(path) ?? []).flatMap(wordsFor).some(stands))).toEqual([]);
});
