import { writeManualTask } from './modules/base/system-apply/door';
import { readPlacesTask } from './modules/ground/place/door';
import { writeContractTask } from './modules/trade/member/door';
import { writeRecordTask } from './reports/cold-chain/record/task';
import { writeSheetTask } from './reports/paper/sheet';
import { writeOverseasTask } from './reports/recorder/paper-task';

/** Tasks of threads that bring whole modules along: a thread loads them when it is first given one of them. */
export const paperTasks = [
  readPlacesTask,
  writeRecordTask,
  writeSheetTask,
  writeOverseasTask,
  writeManualTask,
  writeContractTask,
];
