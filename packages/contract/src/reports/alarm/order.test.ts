import { expect, test } from 'vitest';
import { isReport, type Report } from '../kit/report';
import * as nine from './nine';

/** px of a page at 1366 that the table has: the window without the menu and the pane's edges, and the column of row actions. */
const roomPx = 1366 - 56 - 48 - 150;
const reports = Object.entries<unknown>(nine).filter((one): one is [string, Report] => isReport(one[1]));

test('there are nine alarm reports', () => expect(reports).toHaveLength(9));

test.each(reports)(
  '%s: what makes it this report begins on the first screen at 1366, before what all reports have',
  (_, of) => {
    const shown = Object.entries(of.columns).filter(([, { hidden }]) => hidden !== true);
    const names = shown.map(([name]) => name);
    expect(names.slice(0, 5)).toEqual(['plateNo', 'title', 'level', 'startTime', 'minutes']);
    const end = names.indexOf('status');
    const own = shown.slice(5, end);
    expect(own.length).toBeGreaterThan(2);
    // three of its own columns at least stand beside the common ones without scrolling
    const width = shown.slice(0, 8).reduce((sum, [, column]) => sum + (column.width ?? 96), 0);
    expect(width).toBeLessThan(roomPx);
    expect(names.indexOf('driver')).toBeGreaterThan(end);
  },
);
