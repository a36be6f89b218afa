import { isReport, type Report } from '@tongda/contract/reports/kit/report';
import { builtReportScreens } from '@tongda/contract/reports/screens';
import type { RouteKey } from '@tongda/contract/shell/routes';

/** All declarations of the contract, found by their place: a new file is a new report. */
const files = import.meta.glob<Record<string, unknown>>(
  ['../../../../../packages/contract/src/reports/*/*.ts', '!../../../../../packages/contract/src/reports/*/*.test.ts'],
  {
    eager: true,
  },
);
const reports: readonly Report[] = Object.values(files).flatMap((file) => Object.values(file).filter(isReport));

/** The report of a screen; throws for a screen that no file declares. */
export function reportAt(screen: RouteKey): Report {
  const found = reports.find((report) => report.screen === screen);
  if (!found) throw new Error(`no report declares the screen ${screen}`);
  return found;
}

/** A report with its detail and map: what stands under one menu, in the order of their routes. */
export const reportsUnder = (menu: Report['menu']): Report[] =>
  reports.filter((report) => report.menu === menu).sort((a, b) => order.indexOf(a.screen) - order.indexOf(b.screen));

const order = Object.keys(builtReportScreens);
