import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isReport, type Report } from './kit/report';

const folder = import.meta.dirname;
const reports: Report[] = [];
for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort())
  if (/^[^/]+\/[^/]+(?<!\.test)\.ts$/u.test(file))
    reports.push(...Object.values(await import(join(folder, file))).filter(isReport));
const at = (screen: string) => reports.find((report) => report.screen === screen);

/** Reports whose figures lead to no track and no curve, and why that is right. */
const reasons: Readonly<Record<string, string>> = {
  customLineBindingList: 'a register of bindings: its one figure counts the trips of 30 days, which 进出准点 lists',
  externalVehicleQueryReport:
    'points of vehicles of others are with the data source; fees and balance are rows themselves',
  externalVehicleViews: 'who looked: the speed is what the visitor was shown',
  interfaceSendLog: 'counts of sending, each row one message',
  interfaceSubscribeLog: 'counts of sending, each row one subscription',
  parkingMap: 'a circle sums up the stops of many vehicles; 停车明细 of the same menu lists them, each with its track',
  travelSetting: 'figures are what a person has set',
};

/** Whether what a row shows can be followed down to readings: a curve, the track of its time or of a cell's day, or a detail that has one of them. */
function reachesPoints({ drill, curve, columns }: Report): boolean {
  if (drill?.track || drill?.curve || curve || Object.values(columns).some(({ kind }) => kind === 'days')) return true;
  const detail = drill?.detail ? at(drill.detail) : undefined;
  return detail !== undefined && reachesPoints(detail);
}
const hasFigures = ({ columns }: Report): boolean =>
  Object.values(columns).some(({ kind }) => kind === 'figure' || kind === 'days');

test('the figures of every report lead down to the readings that they are made of, or a reason says why not', () => {
  expect(reports.length).toBeGreaterThan(30);
  const ends = reports.filter((report) => hasFigures(report) && !reachesPoints(report)).map(({ screen }) => screen);
  expect(ends.sort()).toEqual(Object.keys(reasons).sort());
});

/** Reports with totals that no range before can be put beside, and why. */
const notOfRange: Readonly<Record<string, string>> = {
  customLineBindingList: 'trips of the last 30 days, whatever range of bindings is shown',
  interfaceSubscribeLog: 'counts of a subscription since it began, and what waits now',
};

test('what has totals of its range shows them above the table, where they are compared with the range before', () => {
  const totalled = reports.filter(({ columns }) => Object.values(columns).some(({ total }) => total));
  const without = totalled.filter(({ strip }) => !strip?.length).map(({ screen }) => screen);
  expect(without.sort()).toEqual(Object.keys(notOfRange).sort());
  for (const { screen, strip = [], columns } of totalled)
    expect(
      strip.filter((name) => !columns[name]?.total),
      screen,
    ).toEqual([]);
});
