import type { FastifyInstance } from 'fastify';
import type { ExportDeps } from '../../core/export/definition';
import * as files from '../list';
import type { ServedReport } from './serve';

const isServed = (value: unknown): value is ServedReport =>
  typeof value === 'object' && value !== null && 'report' in value && 'bind' in value;

/** The reports of all files of the list: a file may serve a report, its detail and its map. */
export const servedReports: readonly ServedReport[] = Object.values(files).flatMap((file) =>
  Object.values(file).filter(isServed),
);

/** Binds the calls of every report. */
export function reportRoutes(app: FastifyInstance, deps: ExportDeps): void {
  for (const { bind } of servedReports) bind(app, deps);
}
