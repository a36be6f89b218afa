import { PassThrough } from 'node:stream';
import * as contract from '@tongda/contract/watch/alarm/calls';
import { alarmHandleStatus } from '@tongda/contract/watch/alarm/enums';
import type { FastifyInstance } from 'fastify';
import type { BlobStore } from '../../../core/blob/store';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import { route } from '../../../core/http/route';
import { askEvidenceAgain } from './ask-evidence';
import { loadEvidencePackage, packEvidence } from './evidence-package';
import { alarmFile } from './export';
import { appealAlarm, handleAlarms, reopenAlarm, undoHandling } from './handle';
import { countAlarmFigures, countByUrgency } from './repo';
import { loadAlarmDetail, loadAlarmPage, loadLiveAlarms } from './service';

/** Alarms: the live list, the register, evidence, and what people do about them. */
export function alarmRoutes(app: FastifyInstance, deps: ExportDeps & { blobs: BlobStore }): void {
  route(app, contract.alarmPage, loadAlarmPage);
  route(app, contract.alarmStat, (ctx, q) => ctx.db((trx) => countAlarmFigures(trx, ctx, q)));
  route(app, contract.alarmLive, loadLiveAlarms);
  route(app, contract.alarmCount, (ctx) => ctx.db((trx) => countByUrgency(trx, ctx)));
  route(app, contract.alarmDetail, (ctx, { id }) => loadAlarmDetail(ctx, deps.secrets, id));
  route(app, contract.alarmEvidence, async (ctx, { id }, { reply }) => {
    const evidence = await loadEvidencePackage(ctx, deps.secrets, id);
    const out = new PassThrough();
    void packEvidence(deps.blobs, evidence, out).catch((error: Error) => out.destroy(error));
    reply
      .header('content-type', 'application/zip')
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(`${evidence.name}.zip`)}`);
    return out;
  });
  route(app, contract.alarmAskEvidence, (ctx, { id }) => askEvidenceAgain(ctx, id));
  route(app, contract.alarmHandle, (ctx, input) => handleAlarms(ctx, input));
  route(app, contract.alarmDismiss, (ctx, input) =>
    handleAlarms(ctx, { ...input, handleStatus: alarmHandleStatus.falseAlarm, ways: [] }),
  );
  route(app, contract.alarmAppeal, appealAlarm);
  route(app, contract.alarmUndo, undoHandling);
  route(app, contract.alarmReopen, reopenAlarm);
  route(app, contract.alarmExport, (ctx, input) => enqueueExport(deps, ctx, alarmFile, input));
}
