import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { writeTableTask } from './core/export/write-table';
import { sheetTasks } from './core/import/sheet-tasks';
import { serveTasks } from './core/run/heavy-thread';
import { writeManualTask } from './modules/base/system-apply/door';
import { readPlacesTask } from './modules/ground/place/door';
import { writeContractTask } from './modules/trade/member/door';
import { writeRecordTask } from './reports/cold-chain/record/task';
import { writeTripSheetTask } from './reports/driving/trip/sheet';
import { writeOverseasTask } from './reports/recorder/paper-task';

/** The program of a thread for users' files and exports (`runHeavy`). */
const port = parentPort;
if (!port) throw new Error('this is the program of a thread');
z.config(z.locales.zhCN());
try {
  // on Linux this is the priority of the thread alone: it gets half as much of a core as what answers trucks
  if (process.platform === 'linux') setPriority(Math.min(19, getPriority() + 3));
} catch {
  // a container may forbid it
}

serveTasks(port, [
  ...sheetTasks,
  writeTableTask,
  readPlacesTask,
  writeRecordTask,
  writeTripSheetTask,
  writeOverseasTask,
  writeManualTask,
  writeContractTask,
]);
