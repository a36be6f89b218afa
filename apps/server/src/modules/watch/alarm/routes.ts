import * as contract from '@tongda/contract/alarm/record';
import { alarmHandleStatus } from '@tongda/contract/enums/alarm';
import type { FastifyInstance } from 'fastify';
import { type ExportDeps, enqueueExport } from '../../core/export';
import { route } from '../../core/route';
import { alarmFile } from './alarm.export';
import { handle, reopen, undo } from './alarm.handle';
import { alarmFigures } from './alarm.repo';
import { detail, live, page } from './alarm.service';

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
