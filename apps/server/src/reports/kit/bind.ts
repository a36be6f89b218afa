import { alarmCurve } from '@tongda/contract/reports/alarm/curve';
import type { FastifyInstance } from 'fastify';
import type { ExportDeps } from '../../core/export/definition';
import { HeldAnswers } from '../../core/http/answer/held';
import { route } from '../../core/http/route';
import { loadAlarmCurve } from '../alarm/curve';
import * as files from '../list';
import { keptMs } from './kept';
import type { ServedReport } from './serve';

const isServed = (value: unknown): value is ServedReport =>
  typeof value === 'object' && value !== null && 'report' in value && 'bind' in value;

/** The reports of all files of the list: a file may serve a report, its detail and its map. */
export const servedReports: readonly ServedReport[] = Object.values(files).flatMap((file) =>
  Object.values(file).filter(isServed),
);

/**
 * Pages and feet of reports, for who asks the same again within a minute with the same company, data scope and masks. What a user writes makes the next answer new;
 * what is computed again of past days meanwhile is seen a minute later at most.
 */
const heldReports = (): HeldAnswers => new HeldAnswers({ ms: keptMs, bytes: 64 * 1024 * 1024 });

/** Binds the calls of every report. */
export function reportRoutes(app: FastifyInstance, deps: ExportDeps): void {
  const held = heldReports();
  for (const { bind } of servedReports) bind(app, deps, held);
  route(app, alarmCurve, loadAlarmCurve);
}
