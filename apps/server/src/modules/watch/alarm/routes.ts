import * as contract from '@tongda/contract/watch/alarm/calls';
import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import type { FastifyInstance } from 'fastify';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import { route } from '../../../core/http/route';
import { alarmFile } from './export';
import { handle, reopen, undo } from './handle';
import { alarmFigures } from './repo';
import { detail, live, page } from './service';

/** Alarms: the live list, the register, evidence, and what people do about them. */
export function alarmRoutes(app: FastifyInstance, deps: ExportDeps): void {
  route(app, contract.alarmPage, page);
  route(app, contract.alarmStat, (ctx, q) => ctx.db((trx) => alarmFigures(trx, ctx, q)));
  route(app, contract.alarmLive, live);
  route(app, contract.alarmDetail, (ctx, { id }) => detail(ctx, deps.secrets, id));
  route(app, contract.alarmHandle, (ctx, input) => handle(ctx, input));
  route(app, contract.alarmDismiss, (ctx, input) =>
    handle(ctx, { ...input, handleStatus: alarmHandleStatus.falseAlarm, ways: [] }),
  );
  route(app, contract.alarmUndo, undo);
  route(app, contract.alarmReopen, reopen);
  route(app, contract.alarmExport, (ctx, input) => enqueueExport(deps, ctx, alarmFile, input));
}
