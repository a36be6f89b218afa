import { getPriority, setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { z } from 'zod';
import { writeTableTask } from './core/export/write-table';
import { sheetTasks } from './core/import/sheet-tasks';
import { serveTasks } from './core/run/heavy-thread';

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

// most files are tables: a thread that writes one holds 20 MB less without the modules of the others
serveTasks(port, [...sheetTasks, writeTableTask], async () => (await import('./heavy-papers')).paperTasks);
