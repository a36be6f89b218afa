import * as contract from '@tongda/contract/watch/command/calls';
import * as driver from '@tongda/contract/watch/command/driver-calls';
import * as edition from '@tongda/contract/watch/command/edition';
import * as staff from '@tongda/contract/watch/command/staff';
import * as unit from '@tongda/contract/watch/command/unit-calls';
import type { FastifyInstance } from 'fastify';
import type { Bus } from '../../../core/bus/topics';
import { type ExportDeps, enqueueExport } from '../../../core/export/definition';
import { route } from '../../../core/http/route';
import { readUpload } from '../../../core/http/upload';
import { serveRegister } from '../../../core/record/serve';
import type { Secrets } from '../../../core/run/secrets';
import { requireProof } from '../../base/identity/door';
import { cancelCommands, retryCommands } from './again';
import { approveCuts, cutOff, restoreOil } from './cut';
import {
  addEdition,
  editionRows,
  enableEdition,
  listEditionOptions,
  previewEdition,
  publishEdition,
  updateEdition,
} from './edition';
import * as memory from './memory-orders';
import * as orders from './orders';
import { listCommands, pageCommands } from './repo';
import { giveCommand } from './service';
import { checkInstructs, sendInstructs } from './staff';
import { approveInstructs, cancelInstructs, retryInstructs } from './staff-again';
import { instructFile, pageInstructs, readInstructMessage } from './staff-list';
import { readNumbers } from './staff-numbers';

const bindEditions = serveRegister({
  of: {
    noun: '指令版本',
    unit: '个',
    filters: edition.editionFilters.table,
    page: edition.editionPage,
    add: edition.editionAdd,
    update: edition.editionUpdate,
    changeHis: edition.editionChangeHis,
  },
  entity: 'instructEdition',
  module: '指令版本管理',
  columns: edition.editionColumns,
  rows: editionRows,
  add: addEdition,
  update: updateEdition,
});

/** Commands to terminals: giving them, what became of them, taking back and repeating. */
export function commandRoutes(app: FastifyInstance, bus: Bus, secrets: Secrets, exports: ExportDeps): void {
  route(app, contract.commandText, (ctx, input) => giveCommand(ctx, input, orders.textOrder(input)));
  route(app, contract.commandLocate, (ctx, input) => giveCommand(ctx, input, orders.locateOrder));
  route(app, contract.commandTrack, (ctx, input) => giveCommand(ctx, input, orders.trackOrder(input)));
  route(app, contract.commandProperties, (ctx, input) => giveCommand(ctx, input, orders.propertiesOrder));
  route(app, contract.commandReadParams, (ctx, input) => giveCommand(ctx, input, orders.readOrder(input)));
  route(app, contract.commandSetParams, (ctx, input) => giveCommand(ctx, input, orders.setOrder(input)));
  route(app, contract.commandConfirmAlarms, (ctx, input) => giveCommand(ctx, input, orders.confirmOrder(input)));
  route(app, contract.commandDoors, (ctx, input) => giveCommand(ctx, input, orders.doorsOrder(input)));
  route(app, contract.commandPhoto, (ctx, input) => giveCommand(ctx, input, orders.photoOrder(input)));
  route(app, contract.commandCall, (ctx, input) => giveCommand(ctx, input, orders.callOrder('call', input)));
  route(app, contract.commandListen, (ctx, input) => giveCommand(ctx, input, orders.callOrder('listen', input)));
  route(app, contract.commandRestart, async (ctx, input) => {
    await ctx.db((trx) => requireProof(trx, ctx, '重启终端'));
    return giveCommand(ctx, input, orders.restartOrder);
  });
  route(app, contract.commandRaw, (ctx, input) => giveCommand(ctx, input, orders.rawOrder(input)));
  route(app, contract.commandCut, cutOff);
  route(app, contract.commandRestore, restoreOil);
  route(app, contract.commandPage, (ctx, q) => pageCommands(ctx, secrets, q));
  route(app, contract.commandList, (ctx, { ids }) => ctx.db((trx) => listCommands(trx, ctx, secrets, ids)));
  route(app, contract.commandCancel, (ctx, { ids }) => cancelCommands(ctx, bus, ids));
  route(app, contract.commandApprove, (ctx, input) => approveCuts(ctx, bus, input));
  route(app, contract.commandRetry, (ctx, { ids }) => retryCommands(ctx, ids));
  memoryRoutes(app);
  staffRoutes(app, bus, secrets, exports);
}

/** What the driver is asked, and what terminals have in their memory. */
function memoryRoutes(app: FastifyInstance): void {
  route(app, driver.commandQuestion, (ctx, input) => giveCommand(ctx, input, memory.questionOrder(input)));
  route(app, driver.commandEvents, (ctx, input) => giveCommand(ctx, input, memory.eventsOrder(input)));
  route(app, driver.commandInfoMenu, (ctx, input) => giveCommand(ctx, input, memory.infoMenuOrder(input)));
  route(app, driver.commandInfo, (ctx, input) => giveCommand(ctx, input, memory.infoOrder(input)));
  route(app, driver.commandDriverCard, (ctx, input) => giveCommand(ctx, input, orders.driverCardOrder));
  route(app, unit.commandAreas, (ctx, input) => giveCommand(ctx, input, memory.areasOrder(input)));
  route(app, unit.commandRecorderRead, (ctx, input) =>
    giveCommand(ctx, input, memory.recorderReadOrder(input, ctx.timeZone)),
  );
  route(app, unit.commandRecorderWrite, (ctx, input) => giveCommand(ctx, input, memory.recorderWriteOrder(input)));
  route(app, unit.commandMediaSearch, (ctx, input) =>
    giveCommand(ctx, input, memory.mediaSearchOrder(input, ctx.timeZone)),
  );
  route(app, unit.commandMediaUpload, (ctx, input) =>
    giveCommand(ctx, input, memory.mediaUploadOrder(input, ctx.timeZone)),
  );
  route(app, unit.commandSound, (ctx, input) => giveCommand(ctx, input, memory.soundOrder(input)));
}

/** What the provider's staff send to terminals of all companies, and the catalogue of their commands. */
function staffRoutes(app: FastifyInstance, bus: Bus, secrets: Secrets, exports: ExportDeps): void {
  bindEditions(app, exports);
  route(app, edition.editionPublish, publishEdition);
  route(app, edition.editionEnable, enableEdition);
  route(app, edition.editionPreview, previewEdition);
  route(app, edition.editionOptions, listEditionOptions);
  route(app, staff.instructPage, pageInstructs);
  route(app, staff.instructCheck, checkInstructs);
  route(app, staff.instructSend, (ctx, input) => sendInstructs(ctx, secrets, input));
  route(app, staff.instructNumbers, async (_ctx, _input, { req }) => readNumbers(await readUpload(req)));
  route(app, staff.instructCancel, (ctx, { ids }) => cancelInstructs(ctx, bus, ids));
  route(app, staff.instructRetry, (ctx, { ids }) => retryInstructs(ctx, ids));
  route(app, staff.instructApprove, (ctx, input) => approveInstructs(ctx, bus, input));
  route(app, staff.instructMessage, readInstructMessage);
  route(app, staff.instructExport, (ctx, input) => enqueueExport(exports, ctx, instructFile, input));
}
